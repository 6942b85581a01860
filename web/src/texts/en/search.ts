import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

export const search = {
  title: 'Search',
  /** The button in the header. */
  open: 'Search',
  /** As the keys are labelled. */
  shortcuts: { apple: '⌘ K', other: 'Ctrl K' },
  placeholder: 'Search components, stories, docs…',
  field: 'Search this account',
  hint: 'Type at least two characters. Words may be in any order, shortened or slightly misspelt.',
  searching: 'Searching…',
  nothing: (query: string) => `Nothing found for “${query}”.`,
  nothingFiltered: (query: string) => `Nothing found for “${query}” with these filters.`,
  failed: 'Search failed',
  found: (results: number, hasMore: boolean) =>
    hasMore ? `More than ${results} results` : plural(results, { one: '# result', other: '# results' }),
  corrected: (query: ReactNode) => sentence`Showing results for ${query}`,
  allResults: (query: string) => `All results for “${query}”`,
  results: 'Results',
  showMore: 'Show more',
  kinds: {
    storybook: 'Storybook',
    component: 'Component',
    story: 'Story',
    docs: 'Docs page',
    prop: 'Prop',
  },
  groups: {
    storybook: 'Storybooks',
    component: 'Components',
    story: 'Stories',
    docs: 'Docs',
    prop: 'Props',
  },
  filters: {
    kind: 'Kind',
    anyKind: 'All kinds',
    storybook: 'Storybook',
    anyStorybook: 'All storybooks',
    tag: 'Tag',
    anyTag: 'All tags',
  },
}
