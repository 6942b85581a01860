import type { Comparison } from '@plinth/contract/compare.ts'
import type { EntryLink } from '@plinth/contract/contents.ts'
import type { Baseline, ContentsState } from '@plinth/contract/versions.ts'

import type { VersionChanges } from './changes.ts'
import type { Looks } from './looks.ts'
import type { Verdict } from './verdict.ts'

/** What was published where, for people and pipelines. */
export interface Outcome {
  portal: string
  account: string
  storybook: string
  title: string
  version: string
  branch: string | undefined
  /**
   * Of it and what it is compared with: `reading` also while they are compared, or if the portal does not tell; `none` if the
   * stories of one of them cannot be read.
   */
  contents: ContentsState
  /** What it is compared with; undefined if there is nothing, or the portal cannot read it or had not in time. */
  baseline: Baseline | undefined
  /** How much changed, where the portal knew it in time. */
  changes: VersionChanges | undefined
  /** In a pull request: what changed, story by story. */
  comparison: Comparison | undefined
  /** How that looks, where the portal takes pictures. */
  looks: Looks | undefined
  /** Whether its commit may pass. */
  review: Verdict
}

type Place = Pick<Outcome, 'portal' | 'account' | 'storybook'>

/** As RFC 3986 says, so without parentheses: one would end a link in Markdown. */
const encode = (part: string) =>
  encodeURIComponent(part.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )

export const storybookUrl = ({ portal, account, storybook }: Place) =>
  `${portal}/account/${encode(account)}/storybook/${storybook}`

export const versionUrl = (place: Place, version: string) => `${storybookUrl(place)}/version/${version}`

/** Always shows the newest version of the branch. */
export const branchUrl = (place: Place, branch: string) => `${storybookUrl(place)}/branch/${encode(branch)}`

export const comparisonUrl = (place: Place, { from, to }: Pick<Comparison, 'from' | 'to'>) =>
  `${storybookUrl(place)}/compare/${from.publicId}...${to.publicId}`

/** The page on which to decide about it, also where there is nothing to compare it with. */
export const reviewUrl = (place: Place, baseline: string | undefined, version: string) =>
  `${storybookUrl(place)}/compare/${baseline ?? ''}...${version}`

export const entryUrl = (place: Place, version: string, { id, kind }: EntryLink) =>
  `${versionUrl(place, version)}?path=/${kind === 'docs' ? 'docs' : 'story'}/${encode(id)}`
