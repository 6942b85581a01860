import type { Obstacle } from '@plinth/contract/pictures.ts'

import type { Database } from '../../database/connect.ts'
import type { Config } from '../../settings/config.ts'
import { findStorage } from '../storage/store.ts'
import type { CameraState } from './cameras-store.ts'
import { findCameraState } from './cameras-store.ts'
import { findCountsOfToday, maxLimitsExceeded } from './counts-store.ts'

const ofCamera: Record<CameraState, Obstacle | null> = {
  running: null,
  gone: 'cameraGone',
  none: 'noCamera',
}

/** Why no pictures of an account are taken at the moment; null if nothing prevents it. */
export async function findObstacle(
  db: Database,
  accountId: number,
  { camera, limits }: Pick<Config, 'camera' | 'limits'>,
): Promise<Obstacle | null> {
  if (camera.picturesPerDay === 0) return 'noCamera'
  const { pictures, limitsExceeded } = await findCountsOfToday(db, accountId)
  if (limitsExceeded >= maxLimitsExceeded) return 'buildsEnded'
  if (pictures >= camera.picturesPerDay) return 'dailyLimit'
  const storage = await findStorage(db, accountId, limits.accountStorageBytes)
  if (storage && storage.usedBytes >= storage.limitBytes) return 'storageFull'
  return ofCamera[await findCameraState(db)]
}
