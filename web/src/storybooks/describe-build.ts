import type { BuildFacts } from '@plinth/contract/storybooks.ts'

import { texts } from '../texts/texts.ts'

/** A build in one line: "214 stories · SB 10.6". */
export function describeBuild({ kind, storyCount, storybookVersion }: BuildFacts): string {
  const { build } = texts.storybooks
  if (kind === 'site') return build.site
  const stories = storyCount === null ? build.storybook : build.stories(storyCount)
  const [major, minor] = storybookVersion?.split('.') ?? []
  const version = major && build.version(minor ? `${major}.${minor}` : major)
  return [stories, version].filter(Boolean).join(' · ')
}
