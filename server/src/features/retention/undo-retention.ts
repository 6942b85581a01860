import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { recordAll } from '../audit/store.ts'
import type { RestoreServices } from '../trash/restore.ts'
import { listStorybooksToUndo, lockVersionsRemovedByRules, restoreVersions } from '../trash/store.ts'
import { lockStorybook } from '../versions/store.ts'

const batchSize = 200
/** So that a call takes a few seconds, and not minutes. */
const versionsPerCall = 1000

/** Restores what rules removed and is still in the trash. */
export async function undoRetention(
  { db, contents, revocations }: RestoreServices,
  actor: Actor,
  accountId: number,
): Promise<{ versions: number; hasMore: boolean }> {
  let versions = 0
  for (const { id, public_id: storybook } of await listStorybooksToUndo(db, accountId)) {
    let count: number
    do {
      count = await restoreBatch(db, actor, accountId, storybook)
      versions += count
    } while (count === batchSize && versions < versionsPerCall)
    contents.refreshSoon(accountId, id)
    await revocations.announce({ storybook })
    if (versions >= versionsPerCall) return { versions, hasMore: true }
  }
  return { versions, hasMore: false }
}

async function restoreBatch(
  db: Database,
  actor: Actor,
  accountId: number,
  storybookPublicId: string,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const storybook = await lockStorybook(trx, accountId, storybookPublicId)
    if (!storybook) return 0
    const versions = await lockVersionsRemovedByRules(trx, storybook.id, batchSize)
    if (versions.length === 0) return 0
    const ids = versions.map(({ id }) => id)
    await restoreVersions(trx, storybook.id, ids)
    const changes = versions.map(({ public_id: version }) => ({
      action: 'version.restored' as const,
      subject: `${storybook.title}, version ${version}`,
      accountId,
      about: { version },
    }))
    await recordAll(trx, actor, changes)
    return versions.length
  })
}
