import { PublicId } from '@plinth/contract/accounts.ts'
import { CommitPrefix, minIdPrefix } from '@plinth/contract/versions.ts'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import type { StorybookRow } from '../storybooks/store.ts'
import { findNamedVersion, findVersionOfStorybook, isAmbiguousCommit, listIdsThatBegin } from './store.ts'

/**
 * A version as people and agents name it: `latest`, its id, a release, a branch, the beginning of an id or of a commit. What is
 * named in full comes first. Undefined if there is none; throws if several begin like this.
 */
export async function findVersionNamed(db: Database, storybook: StorybookRow, name: string) {
  const { id, public_id: storybookPublicId, version_public_id: newest } = storybook
  if (name === 'latest') return newest === null ? undefined : findVersionOfStorybook(db, id, newest)
  const isId = PublicId.safeParse(name).success
  const version =
    (isId ? await findVersionOfStorybook(db, id, name) : undefined) ??
    (await findNamedVersion(db, id, { release: name })) ??
    (await findNamedVersion(db, id, { branch: name }))
  if (version) return version
  const [first, second] = isId && name.length >= minIdPrefix ? await listIdsThatBegin(db, id, name) : []
  if (second !== undefined) throw new Problem('version_ambiguous')
  if (first !== undefined) return findVersionOfStorybook(db, id, first)
  if (!CommitPrefix.safeParse(name).success) return undefined
  if (await isAmbiguousCommit(db, storybookPublicId, name)) throw new Problem('commit_ambiguous')
  return findNamedVersion(db, id, { commit: name })
}
