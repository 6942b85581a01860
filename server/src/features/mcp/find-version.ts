import { PublicId } from '@plinth/contract/accounts.ts'
import type { ContentsState } from '@plinth/contract/versions.ts'

import { Problem } from '../../http/problems.ts'
import { contentsStateOf } from '../contents/state.ts'
import { findContents } from '../contents/store.ts'
import { findStorybook } from '../storybooks/store.ts'
import type { StorybookRow } from '../storybooks/store.ts'
import { findVersionNamed } from '../versions/find-version-named.ts'
import type { ToolContext } from './services.ts'
import { ToolError } from './tool.ts'

export async function requireStorybook({ services, account }: ToolContext, id: string) {
  const storybook = PublicId.safeParse(id).success
    ? await findStorybook(services.db, account.id, id)
    : undefined
  if (!storybook) throw new ToolError('There is no storybook with this id. list_storybooks lists them.')
  return storybook
}

/** What an agent calls a version: `latest`, an id, a release or a branch. */
export async function requireVersion(
  { services: { db } }: ToolContext,
  storybook: StorybookRow,
  name: string,
) {
  const version = await findVersionNamed(db, storybook, name).catch((error: unknown) => {
    throw error instanceof Problem ? new ToolError(error.message) : error
  })
  if (version) return version
  throw new ToolError(
    name === 'latest'
      ? 'Nothing has been published to this storybook yet, or nothing on its main branch.'
      : 'This storybook has no version with this id, release name or branch name. Leave "version" out for the newest one.',
  )
}

/** The version that is asked for and what was read out of it. */
export async function requireContents(
  context: ToolContext,
  { storybook: id, version: name = 'latest' }: { storybook: string; version?: string | undefined },
) {
  const storybook = await requireStorybook(context, id)
  const version = await requireVersion(context, storybook, name)
  const state = contentsStateOf(version)
  if (state !== 'ready') throw new ToolError(whyUnknown(version.kind === 'site' ? 'site' : state))
  const load = () => findContents(context.services.db, version.id)
  return { storybook, version, contents: { version: version.public_id, load } }
}

/** Why nothing is known of what is inside a version. */
export function whyUnknown(state: ContentsState | 'site'): string {
  if (state === 'site')
    return 'This version is a plain website, not a Storybook, so nothing is known of what is inside.'
  if (state === 'none') return 'What is inside this version is unknown: its build could not be read.'
  return 'This version was published recently and is still being read. Ask again in a minute, or for an earlier version.'
}

const maxReading = 20

/** Public ids of storybooks of which only an earlier version, or nothing, can be found yet. */
export function stillReading(storybooks: readonly string[]): string[] {
  if (storybooks.length === 0) return []
  const more = storybooks.length > maxReading ? ` and ${storybooks.length - maxReading} more` : ''
  const ids = storybooks.slice(0, maxReading).join(', ')
  return [`The newest versions of these are still being read, and cannot be found yet: ${ids}${more}.`]
}
