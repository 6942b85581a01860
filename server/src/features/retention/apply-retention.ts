import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { Revocations } from '../../identity/revocations.ts'
import { recordAll } from '../audit/store.ts'
import type { ContentsReader } from '../contents/contents-reader.ts'
import { deleteVersions } from '../trash/store.ts'
import { lockStorybook } from '../versions/store.ts'
import { listRemovable, listStorybooksToThin } from './removable-store.ts'
import { findRuleInForce, listRulesInForce } from './store.ts'

interface RetentionServices {
  db: Database
  contents: Pick<ContentsReader, 'refreshSoon'>
  revocations: Pick<Revocations, 'announce'>
}

const retentionRule: Actor = { kind: 'system', name: 'Retention rule', id: null, address: null }

const storybooksAtOnce = 200
/** A storybook is locked for as long as one batch takes, and whoever publishes to it waits. */
const versionsAtOnce = 200

/** Other duties wait meanwhile, and a new rule may remove a hundred thousand versions. */
const maxTurnMs = 20_000

interface Turn {
  signal?: AbortSignal
  turnMs?: number
}

/** For the duty: puts into the trash what the saved rules remove, as far as it gets in one turn. */
export async function applyRetention(
  services: RetentionServices,
  { signal, turnMs = maxTurnMs }: Turn = {},
): Promise<{ versions: number; hasMore: boolean }> {
  const { db, contents, revocations } = services
  const end = performance.now() + turnMs
  let removed = 0
  let last: number | undefined = 0
  while (last !== undefined) {
    const rules = await listRulesInForce(db, last, storybooksAtOnce)
    const toThin = await listStorybooksToThin(db, rules)
    for (const { storybookId, storybookPublicId, accountId } of rules) {
      if (!toThin.has(storybookId)) continue
      let count: number
      do {
        signal?.throwIfAborted()
        count = await removeBatch(db, accountId, storybookPublicId)
        removed += count
      } while (count === versionsAtOnce && performance.now() < end)
      contents.refreshSoon(accountId, storybookId)
      await revocations.announce({ storybook: storybookPublicId })
      if (performance.now() >= end) return { versions: removed, hasMore: true }
    }
    last = rules.at(-1)?.storybookId
  }
  return { versions: removed, hasMore: false }
}

/** Decides behind the lock: a version that was published or pinned, or a rule that was changed, until then counts. */
async function removeBatch(db: Database, accountId: number, storybookPublicId: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const storybook = await lockStorybook(trx, accountId, storybookPublicId)
    const rule = storybook && (await findRuleInForce(trx, storybook.id))
    if (!rule) return 0
    const versions = await listRemovable(trx, { storybookId: storybook.id, rule }, versionsAtOnce)
    if (versions.length === 0) return 0
    await deleteVersions(trx, storybook.id, versions, { rule })
    const changes = versions.map((version) => ({
      action: 'version.deleted' as const,
      subject: `${storybook.title}, version ${version}`,
      accountId,
      about: { version },
    }))
    await recordAll(trx, retentionRule, changes)
    return versions.length
  })
}
