import type { BuildFacts, ListedStorybook } from '@plinth/contract/storybooks.ts'

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

/** The version of a storybook that is shown, or that there is none. */
export function describeNewest({ latest, mainBranch, versionCount }: ListedStorybook): string {
  if (latest) return describeBuild(latest)
  return mainBranch !== null && versionCount > 0
    ? texts.storybooks.noVersionOf(mainBranch)
    : texts.storybooks.noVersion
}
