import type { Tool } from './tool.ts'
import { changes } from './tools/changes.ts'
import { component } from './tools/component.ts'
import { listStorybooks } from './tools/list-storybooks.ts'
import { search } from './tools/search.ts'
import { docsPage, story } from './tools/story.ts'
import { docsList, docsShow, docsShowStory } from './tools/storybook-names.ts'

export const tools: readonly Tool[] = [
  search,
  component,
  story,
  docsPage,
  listStorybooks,
  changes,
  docsList,
  docsShow,
  docsShowStory,
]
