import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

/** Whether a version may be merged, where it cannot be told how its stories look. */
const review = {
  title: {
    success: 'Accepted without a full comparison',
    failure: 'Rejected without a full comparison',
    pending: 'This storybook requires review',
  },
  why: {
    'no-baseline':
      'No merged version exists to compare this one with, so its pull request waits. Accept the version if it looks right: what is accepted story by story does not count here. Later versions are compared with the main branch once it has been published.',
    reading: 'This version is still being read. Its pull request waits until it is known what changed.',
    unreadable:
      'One of the two versions cannot be read, so it is not known what changed, and the pull request waits. Somebody who has looked at it can accept it.',
    'no-camera':
      'No camera takes pictures, so it is not known how the changes look, and the pull request waits. Somebody who has looked at it can accept it.',
    'taking-pictures': 'Its pull request waits until pictures have been taken of what changed.',
    'pictures-held-back':
      'This account gets no pictures at the moment, so it is not known how the changes look, and the pull request waits. Somebody who has looked at it can accept it.',
    'not-seen':
      'Some stories that changed have no pictures, or look different each time, so the pull request waits. Somebody who has looked at them can accept this version.',
    'not-all-compared':
      'Some stories may have changed without being compared, so the pull request waits. Somebody who has looked at them can accept this version.',
    'pictures-failed':
      'The pictures could not be taken, so it is not known how the changes look, and the pull request waits. Somebody who has looked at it can accept it.',
  },
  by: (name: string, when: ReactNode) => sentence`By ${name}, ${when}. This is about this version only.`,
  accept: 'Accept this version',
  reject: 'Reject this version',
  takeBack: 'Take back',
  confirmTakeBack: {
    accepted: (by: string) => `${by} accepted this version. Without that, its pull request waits again.`,
    rejected: (by: string) => `${by} rejected this version. Without that, its pull request waits again.`,
  },
  comment: 'Why (optional)',
  confirm:
    'This lets its pull request pass although not everything could be compared. It is about this version only.',
  confirmRejection: 'This keeps its pull request from passing. It is about this version only.',
  fetchFailed: 'Failed to load the review',
  failed: 'The decision could not be saved',
}

/** What changed between two versions. */
export const compare = {
  title: 'Compare versions',
  titleOf: (storybook: string) => `Compare versions of ${storybook}`,
  fetchFailed: 'Failed to compare the versions',
  nothingToCompare:
    'There is nothing to compare this version with: nothing was published before it on its branch, or on the branch that it is to be merged into. Choose a version.',
  /** Why the earlier of two versions is what the later one is compared with. */
  baseline: {
    ancestor: (branch: string | null) =>
      branch === null
        ? 'Compared with the newest version that it is based on.'
        : `Compared with the newest version of ${branch} that it is based on. What was published there later is left out.`,
    'newest-of-branch': (branch: string | null) =>
      `Compared with the newest version${branch === null ? '' : ` of ${branch}`} at the time it was published, because its Git history is not known. If this version was built from an older state of that branch, changes that others made there since then look undone here.`,
    'previous-of-branch': (branch: string | null) =>
      branch === null
        ? 'Compared with the version that it follows.'
        : `Compared with the version of ${branch} that it follows.`,
  },
  review,
  from: 'From',
  to: 'To',
  swap: 'Swap the versions',
  choose: 'Choose a version',
  sideBySide: 'Side by side',

  same: 'Nothing changed',
  sameText: (entries: number) =>
    `All ${plural(entries, { one: '# story or docs page', other: '# stories and docs pages' })} are the same in both versions.`,
  sameVersion: 'Both are the same version. Choose another one to compare with.',
  noContents:
    'One of these versions is not a Storybook, does not list its stories, or cannot be read, so only sizes are compared.',

  sections: {
    added: 'Added',
    removed: 'Removed',
    renamed: 'Renamed',
    changed: 'Changed',
    unknown: 'Cannot tell',
    unchanged: 'Unchanged',
    props: 'Props',
    tools: 'Storybook',
    size: 'Size',
  },
  because: (modules: ReactNode) => sentence`Because ${modules} changed`,
  andMore: (more: number) => plural(more, { other: 'and # more' }),
  otherReason: 'For a reason that the builds do not tell',
  entries: (entries: number) => plural(entries, { one: '# entry', other: '# entries' }),
  wasNamed: (from: ReactNode) => sentence`was ${from}`,
  alsoChanged: 'also changed',
  mayHaveChanged: 'cannot tell whether it also changed',
  openBefore: (story: string) => `Open ${story} as it was before`,
  openAfter: (story: string) => `Open ${story} as it is after`,
  before: 'Before',
  after: 'After',
  compareStory: (story: string) => `See ${story} side by side`,
  docs: 'Docs',
  test: 'Test',

  unknownBecause: {
    builder: 'The two builds were made with different builders, so nearly all code differs.',
    framework: 'The two builds were made with different frameworks, so nearly all code differs.',
    storybook:
      'The two builds were made with different major versions of Storybook, so nearly all code differs.',
    unreadable: 'One of the builds could not be read completely.',
  },
  unknownText: 'Whether these changed cannot be told from the builds.',
  previewChanged: {
    title: 'The preview changed',
    text: 'What every story is shown in changed: the page, decorators, global styles or Storybook itself. Any story may look different.',
  },

  props: {
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    description: 'Description changed',
    required: 'required',
    optional: 'optional',
    newDescription: 'description changed',
    defaultValue: (value: ReactNode) => sentence`default ${value}`,
    columns: { component: 'Component', prop: 'Prop', change: 'Change', before: 'Before', after: 'After' },
  },
  tools: { storybook: 'Storybook', framework: 'Framework', unknown: 'unknown' },
  size: {
    kinds: {
      scripts: 'Scripts',
      styles: 'Styles',
      pages: 'Pages',
      images: 'Images',
      fonts: 'Fonts',
      media: 'Media',
      data: 'Data',
      other: 'Other',
    },
    kind: 'Kind',
    file: 'File',
    before: 'Before',
    after: 'After',
    change: 'Change',
    total: 'Total',
    byKind: 'Size by kind of file',
    grown: 'Files that grew most',
    isNew: 'new',
  },

  viewer: {
    back: 'Compare',
    title: (storybook: string) => `${storybook}, side by side`,
    story: 'Story',
    previous: 'Previous change',
    next: 'Next change',
    position: (position: number, count: number) => `${position} of ${count}`,
    side: 'Version',
    frame: (side: string, story: string) => `${side}: ${story}`,
    missingBefore: 'This story is not in the earlier version.',
    missingAfter: 'This story is not in the later version.',
    nothing: 'No stories to compare.',
    open: 'Open in the viewer',
  },
}
