import { PublicId } from '@plinth/contract/accounts.ts'
import { BranchName, ReleaseName } from '@plinth/contract/versions.ts'

import type { ComposedName } from './version-menu.ts'

const files = ['index.json', 'stories.json', 'metadata.json', 'project.json', 'iframe.html'] as const
export type ComposeFile = (typeof files)[number]

export interface ComposeAddress {
  storybook: string
  name: ComposedName
  file: ComposeFile
}

/** Where `refs` find a storybook: its newest version, a branch or a release. Storybook allows no `@` in it. */
export function composeAddress(composeUrl: string, storybook: string, name: ComposedName): string {
  const home = `${composeUrl}/${storybook}`
  if (name === 'latest') return home
  return 'branch' in name
    ? `${home}/branch/${encodeURIComponent(name.branch)}`
    : `${home}/release/${encodeURIComponent(name.release)}`
}

/** What is asked for below such an address; undefined if that is nothing we know. */
export function parseComposePath(path: string): ComposeAddress | undefined {
  const segments = path.slice(1).split('/').map(decode)
  const file = files.find((name) => name === segments.at(-1))
  const storybook = PublicId.safeParse(segments[0])
  const name = parseName(segments.slice(1, -1))
  if (segments.length < 2 || !file || !storybook.success || !name) return undefined
  return { storybook: storybook.data, name, file }
}

function parseName(segments: (string | undefined)[]): ComposedName | undefined {
  if (segments.length === 0) return 'latest'
  if (segments.length !== 2) return undefined
  const branch = BranchName.safeParse(segments[1])
  const release = ReleaseName.safeParse(segments[1])
  if (segments[0] === 'branch' && branch.success) return { branch: branch.data }
  if (segments[0] === 'release' && release.success) return { release: release.data }
  return undefined
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
