import { formatCount } from '../archive/refusal.ts'
import type { Archives } from '../blobs/open-blobs.ts'
import type { Database } from '../database/connect.ts'
import { formatAddress } from '../settings/blob-address.ts'
import { StartupError } from '../shared/startup-error.ts'
import { countLiveArchives } from './archives-store.ts'
import { sizesIn } from './copy-archive.ts'
import { listUnrecordedKeys } from './verify.ts'

/** Throws if the stores lack most of the recorded archives: most likely the settings name the wrong store. */
export async function assertHoldsArchives(db: Database, blobs: Archives): Promise<void> {
  const recorded = await countLiveArchives(db)
  const stored = [...(await sizesIn(blobs)).keys()]
  const known = stored.length - (await listUnrecordedKeys(db, stored)).length
  if (!isMostlyMissing(recorded - known, recorded)) return
  const where = blobs.stores.map(({ address }) => formatAddress(address)).join(' and ')
  throw new StartupError(
    `The database records ${formatCount(recorded)} archives, but ${where} has only ${formatCount(known)} of them: check PLINTH_BLOBS and PLINTH_DATA.`,
  )
}

/** A backup that lacks so many archives was taken with the wrong store. */
export const isMostlyMissing = (missing: number, recorded: number) => missing * 2 > recorded
