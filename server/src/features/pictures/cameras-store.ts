import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** Records that such a camera is running. It asks for jobs every other second, and delivers at least every 15 seconds. */
export async function recordCamera(db: Database, environment: string): Promise<void> {
  await db
    .insertInto('cameras')
    .values({ environment })
    .onConflict((conflict) =>
      conflict
        .column('environment')
        .doUpdateSet({ seen_at: sql`now()` })
        .where('cameras.seen_at', '<', sql<Date>`now() - interval '10 seconds'`),
    )
    .execute()
}

/** `gone`: there was a camera, and none is running. */
export type CameraState = 'running' | 'gone' | 'none'

export async function findCameraState(db: Database): Promise<CameraState> {
  const { rows } = await sql<{ state: CameraState }>`
    SELECT CASE WHEN max(seen_at) > now() - interval '45 seconds' THEN 'running'
      WHEN max(seen_at) IS NOT NULL THEN 'gone' ELSE 'none' END AS state FROM cameras`.execute(db)
  return rows[0]?.state ?? 'none'
}

/** A camera that restarts, or is upgraded, finds jobs when it is back. */
export async function hadCameraLately(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    SELECT EXISTS (SELECT FROM cameras WHERE seen_at > now() - interval '15 minutes') AS "isThere"`.execute(
    db,
  )
  return rows[0]?.isThere ?? false
}

/** For the sweep. */
export async function forgetOldCameras(db: Database): Promise<void> {
  await sql`DELETE FROM cameras WHERE seen_at < now() - interval '30 days'`.execute(db)
}
