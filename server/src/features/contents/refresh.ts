import type { Logger } from 'pino'

import type { Archives } from '../../blobs/open-blobs.ts'
import type { CatalogueOwner } from '../../contents/catalogue-rows.ts'
import { queryThreads } from '../../contents/contents-pool.ts'
import type { ContentsTask } from '../../contents/contents-tasks.ts'
import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'
import { replaceCatalogue } from '../search/catalogue-store.ts'
import { listStaleCards } from './card-store.ts'
import {
  listOutdatedStorybooks,
  listStorybooksToCompare,
  listUncompared,
  saveChanges,
} from './comparison-store.ts'
import type { ComparableVersion, ComparedChanges } from './comparison-store.ts'
import { refreshCard } from './refresh-card.ts'
import { findToCatalogue, listStorybooksToCatalogue } from './refresh-store.ts'
import type { StorybookToCatalogue } from './refresh-store.ts'
import { findContents } from './store.ts'

export interface RefreshServices {
  db: Database
  blobs: Archives
  log: Logger
}

/** Thousands are to be compared after a main branch was changed or many versions restored, and other accounts wait. */
const comparedAtOnce = 50

const maxToRefresh = 1000

/** Storybooks whose versions are to be compared or catalogued, or whose cards show another version. */
export async function listStorybooksToRefresh(db: Database) {
  const lists = [
    await listOutdatedStorybooks(db, maxToRefresh),
    await listStorybooksToCompare(db, maxToRefresh),
    await listStorybooksToCatalogue(db, maxToRefresh),
    await listStaleCards(db, maxToRefresh),
  ]
  const byId = lists
    .flat()
    .map(({ storybookId, accountId }) => [storybookId, { storybookId, accountId }] as const)
  return [...new Map(byId).values()]
}

/**
 * Brings up to date what depends on the versions of a storybook that have been read: what changed in them, what can be
 * found by searching, and what its card shows. Compares only some of the versions below an id; returns below which id to
 * continue, if there may be more. Throws the signal's reason once that is aborted.
 */
export async function refresh(
  services: RefreshServices,
  { accountId, storybookId }: CatalogueOwner,
  below: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { db } = services
  const uncompared = await listUncompared(db, storybookId, { below, limit: comparedAtOnce })
  for (const version of uncompared) {
    const contents = await findContents(db, version.id)
    const compared = await compareWithBaseline(services, accountId, version, contents, signal)
    await saveChanges(db, version.id, compared)
  }
  const storybook = await findToCatalogue(db, storybookId)
  if (storybook) await catalogue(services, storybook, signal)
  await refreshCard(services, { accountId, storybookId }, signal)
  return uncompared.length < comparedAtOnce ? undefined : uncompared.at(-1)?.id
}

/** Of a comparison that failed nothing is known. It is not tried again. */
export async function compareWithBaseline(
  { db, log }: Pick<RefreshServices, 'db' | 'log'>,
  accountId: number,
  { id, baselineId, storyCount }: ComparableVersion,
  after: Uint8Array | undefined,
  signal: AbortSignal,
): Promise<ComparedChanges | 'nothing to compare'> {
  if (baselineId === null) return 'nothing to compare'
  const before = after && (await findContents(db, baselineId))
  if (!before) return { comparedWith: baselineId, changes: null }
  const outcome = await query(accountId, { kind: 'summarise changes', before, after }, signal)
  if (outcome.kind !== 'changes') {
    log.warn({ versionId: id, baselineId, reason: outcome }, 'two versions could not be compared')
    const unknown = Math.max(1, storyCount ?? 1)
    const changes = { added: 0, removed: 0, renamed: 0, changed: 0, unknown, components: {} }
    return { comparedWith: baselineId, changes: { ...changes, isPreviewChanged: false, isComplete: false } }
  }
  return { comparedWith: baselineId, changes: outcome.changes }
}

const emptyCatalogue = { rowsJson: '[]', words: [], tags: [] }

/** If there are no contents, or they cannot be catalogued, the storybook itself is still found. */
async function catalogue(
  { db, log }: RefreshServices,
  storybook: StorybookToCatalogue,
  signal: AbortSignal,
): Promise<void> {
  const { storybookId, accountId, versionId } = storybook
  const owner = { storybookId, accountId }
  const contents = versionId === null ? undefined : await findContents(db, versionId)
  const outcome = contents && (await query(accountId, { kind: 'catalogue', contents, owner }, signal))
  if (outcome?.kind === 'failed')
    log.warn({ versionId, reason: outcome }, 'a version could not be catalogued')
  const { rowsJson, words, tags } = outcome?.kind === 'catalogue' ? outcome : emptyCatalogue
  await db
    .transaction()
    .execute((trx) =>
      replaceCatalogue(trx, owner, { versionId, format: contentsFormat, rowsJson, words, tags }),
    )
}

async function query(accountId: number, task: ContentsTask, signal: AbortSignal) {
  const outcome = await queryThreads.run(accountId, task, signal)
  signal.throwIfAborted()
  return outcome
}
