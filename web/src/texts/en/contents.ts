import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

/** What is inside builds: components, their props, stories and docs. */
export const contents = {
  title: 'Components',
  titleOf: (storybook: string) => `Components of ${storybook}`,
  fetchFailed: 'Failed to fetch components',
  components: (components: number) => plural(components, { one: '# component', other: '# components' }),
  inStorybooks: (components: string, storybooks: number) =>
    `${components} in ${plural(storybooks, { one: '# storybook', other: '# storybooks' })}`,
  matching: (matching: string, all: string) => `${matching} of ${all}`,
  partial: (components: string) => `Only the first ${components} are listed. Search finds all of them.`,
  stories: (stories: number) => plural(stories, { one: '# story', other: '# stories' }),
  filter: 'Filter components',
  filterPlaceholder: 'Name, description or tag',
  noMatch: 'No component matches this filter.',
  empty: 'No components yet. They appear here when a Storybook is published.',
  none: 'No components were found in this storybook.',
  unlisted:
    'The newest build does not list its stories, and they could not be found in its scripts, so only the viewer shows them. Storybook 6 writes the list with `features: { buildStoriesJson: true }` in `.storybook/main.js`; later versions always do.',
  only: 'Only this storybook',
  onlyOf: (storybook: string) => `Only this storybook: ${storybook}`,
  alsoIn: (storybooks: ReactNode) => sentence`Also in ${storybooks}`,
  showMore: (more: number) => `Show ${plural(more, { one: '# more', other: '# more' })}`,
  reading: 'Reading contents…',
  comparing: 'Comparing…',
  readingOf: (storybooks: string) => `Reading contents of ${storybooks}…`,
  readingText: 'This takes a few seconds after publishing. The page updates by itself.',

  noProps: {
    title: 'No props in this build',
    text: 'Storybook writes what it knows about props into the build. To have them shown here, build with:',
    react:
      'React and Vue: docgen, which is on by default. Check that `typescript.reactDocgen` in `.storybook/main.ts` is not `false`.',
    manifest:
      'React with examples and imports: `features.componentsManifest` (Storybook 10.3 and later), or `features.experimentalComponentsManifest` (10.1 and 10.2).',
    webComponents: 'Web components: `setCustomElementsManifest` in `.storybook/preview.ts`.',
    angular: 'Angular: Compodoc and `setCompodocJson` in `.storybook/preview.ts`.',
  },

  component: {
    fetchFailed: 'Failed to fetch the component',
    notFound: 'Component not found',
    notFoundText: 'This version has no such component. It may have been renamed or removed.',
    /** A version that is not the newest. */
    ofVersion: (when: ReactNode) => sentence`As of the version published ${when}.`,
    newest: 'Show the newest',
    view: 'View stories',
    import: 'Import',
    copyImport: 'Copy the import',
    props: 'Props',
    noProps: (how: ReactNode) => sentence`No props are documented for this component. ${how}`,
    howToGetProps: 'How to get them',
    emptyProps: 'This component has no props.',
    columns: { name: 'Name', type: 'Type', defaultValue: 'Default', description: 'Description' },
    required: 'required',
    stories: 'Stories',
    openStory: (story: string) => `Open ${story} in the viewer`,
    copyExample: (story: string) => `Copy the code of ${story}`,
    showAllLines: (lines: number) => `Show all ${lines} lines`,
    showFewerLines: 'Show fewer lines',
    docs: 'Docs',
    openDocs: 'Open in the viewer',
    elsewhere: 'In other storybooks',
    changedIn: 'Changed in',
    neverChanged: 'No change is known.',
    added: 'Added',
    changed: 'Changed',
    compare: (when: string) => `See what changed ${when}`,
  },
}
