import type { RestoredVersion } from '@plinth/contract/trash.ts'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { Revocations } from '../../identity/revocations.ts'
import { record } from '../audit/store.ts'
import type { ContentsReader } from '../contents/contents-reader.ts'
import { findRuleInForce } from '../retention/store.ts'
import { presentVersion } from '../versions/present.ts'
import { findReleasedVersion, findVersionOfStorybook, markVersion } from '../versions/store.ts'
import {
  lockDeletedVersion,
  lockStorybookOfDeletedVersion,
  restoreStorybookRow,
  restoreVersions,
} from './store.ts'

export interface RestoreServices {
  db: Database
  contents: Pick<ContentsReader, 'readSoon' | 'refreshSoon'>
  revocations: Pick<Revocations, 'announce'>
}

/** Where a rule applies, the version is pinned, or the rule would remove it again. */
export async function restoreVersion(
  { db, contents, revocations }: RestoreServices,
  actor: Actor,
  accountId: number,
  publicId: string,
): Promise<RestoredVersion> {
  const { storybook, droppedRelease } = await db.transaction().execute(async (trx) => {
    const locked = await lockStorybookOfDeletedVersion(trx, accountId, publicId)
    const version = locked && (await lockDeletedVersion(trx, locked.id, publicId))
    if (!version) throw new Problem('not_found')
    const { id, release } = version
    const released = release === null ? undefined : await findReleasedVersion(trx, locked.id, release)
    const isTaken = released !== undefined
    await restoreVersions(trx, locked.id, [id])
    const isPinned = (await findRuleInForce(trx, locked.id)) ? true : undefined
    await markVersion(trx, locked.id, publicId, { isPinned, ...(isTaken ? { release: null } : {}) })
    const subject = [
      `${locked.title}, version ${publicId}`,
      ...(isTaken ? [`without its release name ${release}`] : []),
      ...(isPinned ? ['pinned'] : []),
    ].join(', ')
    await record(trx, actor, {
      action: 'version.restored',
      subject,
      accountId,
      about: { version: publicId },
    })
    return { storybook: locked, droppedRelease: isTaken ? release : null }
  })
  // It may have been deleted before it was read.
  contents.readSoon(accountId, publicId)
  contents.refreshSoon(accountId, storybook.id)
  await revocations.announce({ version: publicId })
  const row = await findVersionOfStorybook(db, storybook.id, publicId)
  if (!row) throw new Problem('not_found')
  return { ...presentVersion(row), storybookPublicId: storybook.public_id, droppedRelease }
}

export async function restoreStorybook(
  { db, contents, revocations }: RestoreServices,
  actor: Actor,
  accountId: number,
  publicId: string,
): Promise<void> {
  const storybookId = await db.transaction().execute(async (trx) => {
    const storybook = await restoreStorybookRow(trx, accountId, publicId)
    if (!storybook) throw new Problem('not_found')
    await record(trx, actor, {
      action: 'storybook.restored',
      subject: storybook.title,
      accountId,
      about: { storybook: publicId },
    })
    return storybook.id
  })
  contents.refreshSoon(accountId, storybookId)
  await revocations.announce({ storybook: publicId })
}
