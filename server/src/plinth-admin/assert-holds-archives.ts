import { sayCount } from '../archive/refusal.ts'
import type { Archives } from '../blobs/open-blobs.ts'
import type { Database } from '../database/connect.ts'
import { formatAddress } from '../settings/blob-address.ts'
import { StartupError } from '../shared/startup-error.ts'
import { countArchivesAfter } from './archives-store.ts'
import { sizesIn } from './copy-archive.ts'
import { withoutRecorded } from './verify.ts'

/** Throws where most of what the database records is not there: most likely another store is meant. */
export async function assertHoldsArchives(db: Database, blobs: Archives): Promise<void> {
  const recorded = await countArchivesAfter(db, 0, undefined)
  const stored = [...(await sizesIn(blobs)).keys()]
  const known = stored.length - (await withoutRecorded(db, stored)).length
  if (!isMostlyMissing(recorded - known, recorded)) return
  const where = blobs.stores.map(({ address }) => formatAddress(address)).join(' and ')
  throw new StartupError(
    `Of ${sayCount(recorded)} archives that the database records, ${where} holds ${sayCount(known)}: check PLINTH_BLOBS and PLINTH_DATA.`,
  )
}

/** A backup of which this is true was taken from the wrong store, or of none. */
export const isMostlyMissing = (missing: number, recorded: number) => missing * 2 > recorded
