import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

/** What changed between two versions. */
export const compare = {
  title: 'Compare versions',
  titleOf: (storybook: string) => `Compare versions of ${storybook}`,
  fetchFailed: 'Failed to compare the versions',
  nothingToCompare: 'There is no earlier version to compare with. Choose one.',
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
    text: 'What every story is shown in changed: decorators, global styles or Storybook itself. Any story may look different.',
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
