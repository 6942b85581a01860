import type { CameraJob } from '@plinth/contract/camera.ts'
import { getVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'

import { aCamera, resultsOf } from './fake-camera.ts'
import { aStorybook } from './publishing.ts'
import { testPortal } from './test-app.ts'

/** A storybook whose versions are published and read, and the jobs for their pictures. */
export async function aPicturedStorybook() {
  const storybook = await aStorybook()
  const { call, params } = storybook
  const { services, db } = await testPortal()
  // Nothing is planned before a camera has been there.
  await (await aCamera()).take()

  async function publishAndPlan(zip: Buffer, fields?: Record<string, string>): Promise<string> {
    const { versionPublicId: version } = await storybook.publish(zip, fields)
    await expect
      .poll(async () => (await call(getVersion, { params: { ...params, version } })).contents)
      .toBe('ready')
    await services.picturePlanner.planMissing(new AbortController().signal)
    return version
  }
  /** Only jobs of this storybook are left to take. */
  async function leaveOthers() {
    // Whatever earlier tests have left to plan would come later.
    await services.picturePlanner.planMissing(new AbortController().signal)
    await sql`
      UPDATE picture_jobs SET state = 'failed' WHERE state IN ('waiting', 'taken') AND version_id NOT IN (
        SELECT versions.id FROM versions JOIN storybooks ON storybooks.id = storybook_id
        WHERE storybooks.public_id = ${params.storybook})`.execute(db)
  }
  return { ...storybook, publishAndPlan, leaveOthers }
}

/** Takes and delivers until nothing is left. */
export async function takeAll(colours: Parameters<typeof resultsOf>[1] = {}): Promise<CameraJob[]> {
  const camera = await aCamera()
  const jobs: CameraJob[] = []
  for (let job = await camera.take(); job; job = await camera.take()) {
    jobs.push(job)
    await camera.deliver(job.id, resultsOf(job, colours), 'done')
  }
  return jobs
}
