import type { Logger } from 'pino'

import { isBlobStoreFailure, openIfExists } from '../../blobs/blob-store.ts'
import type { Archives } from '../../blobs/open-blobs.ts'
import type { Icon } from '../../contents/build-icon.ts'
import type { CatalogueOwner } from '../../contents/catalogue-rows.ts'
import { readInThread } from '../../contents/read-in-thread.ts'
import type { Database } from '../../database/connect.ts'
import { findArchiveIndex } from '../../viewer/store.ts'
import { replaceIcon } from '../storybooks/icon-store.ts'
import { findStaleCard, updateMainComponents } from './card-store.ts'
import type { StaleCard } from './card-store.ts'

interface CardServices {
  db: Database
  blobs: Archives
  log: Logger
}

/** Brings up to date what a storybook's card shows of its catalogued version: the favicon and the main components. */
export async function refreshCard(
  services: CardServices,
  { accountId, storybookId }: CatalogueOwner,
  signal: AbortSignal,
): Promise<void> {
  const card = await findStaleCard(services.db, storybookId)
  if (!card) return
  const icon = await findIcon(services, accountId, card, signal)
  await services.db.transaction().execute(async (trx) => {
    const isCurrent = await updateMainComponents(trx, storybookId, card.versionId)
    if (isCurrent) await replaceIcon(trx, storybookId, 'build', icon)
  })
}

/** Throws if the store fails. */
async function findIcon(
  { db, blobs, log }: CardServices,
  accountId: number,
  { versionId, versionPublicId }: StaleCard,
  signal: AbortSignal,
): Promise<Icon | undefined> {
  if (versionId === null || versionPublicId === null) return undefined
  const index = await findArchiveIndex(db, versionId)
  const blob = index && (await openIfExists(blobs, versionPublicId))
  if (!blob) return undefined
  try {
    const outcome = await readInThread(
      accountId,
      { index, source: blob.source },
      { kind: 'read icon' },
      signal,
    )
    if (outcome.kind === 'icon')
      return outcome.icon && { ...outcome.icon, bytes: Buffer.from(outcome.icon.bytes) }
    throw new Error(outcome.kind === 'failed' ? outcome.message : `unexpected outcome: ${outcome.kind}`)
  } catch (error) {
    signal.throwIfAborted()
    if (isBlobStoreFailure(error)) throw error
    // It is not tried again: the next version has an icon of its own.
    log.warn({ err: error, version: versionPublicId }, 'the favicon of a version could not be read')
    return undefined
  } finally {
    await blob.close()
  }
}
