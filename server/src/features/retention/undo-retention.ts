import type { Actor } from '../../http/actor.ts'
import { recordAll } from '../audit/store.ts'
import type { RestoreServices } from '../trash/restore.ts'
import { listStorybooksToUndo, lockVersionsRemovedByRules, restoreVersions } from '../trash/store.ts'
import { lockStorybook } from '../versions/store.ts'

const batchSize = 200

/** Restores everything in the trash that rules removed. Returns how many versions. */
export async function undoRetention(
  { db, contents, revocations }: RestoreServices,
  actor: Actor,
  accountId: number,
): Promise<number> {
  const restoreBatch = (storybookPublicId: string) =>
    db.transaction().execute(async (trx) => {
      const storybook = await lockStorybook(trx, accountId, storybookPublicId)
      const versions = storybook ? await lockVersionsRemovedByRules(trx, storybook.id, batchSize) : []
      if (!storybook || versions.length === 0) return 0
      await restoreVersions(
        trx,
        storybook.id,
        versions.map(({ id }) => id),
      )
      const changes = versions.map(({ public_id: version }) => ({
        action: 'version.restored' as const,
        subject: `${storybook.title}, version ${version}`,
        accountId,
        about: { version },
      }))
      await recordAll(trx, actor, changes)
      return versions.length
    })
  let restored = 0
  for (const { id, public_id: storybook } of await listStorybooksToUndo(db, accountId)) {
    let count: number
    do {
      count = await restoreBatch(storybook)
      restored += count
    } while (count === batchSize)
    contents.refreshSoon(accountId, id)
    await revocations.announce({ storybook })
  }
  return restored
}
