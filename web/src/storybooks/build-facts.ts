import type { BuildFacts } from '@plinth/contract/storybooks.ts'

import { formatCount } from '../shell/formats.ts'

/** What a build says of itself in one line: "214 stories · SB 10.6". */
export function describeBuild({ kind, storyCount, storybookVersion }: BuildFacts): string {
  if (kind === 'site') return 'Static site'
  const stories = storyCount === null ? 'Storybook' : formatCount(storyCount, 'story', 'stories')
  const [major, minor] = storybookVersion?.split('.') ?? []
  const version = major && `SB ${minor ? `${major}.${minor}` : major}`
  return [stories, version].filter(Boolean).join(' · ')
}
