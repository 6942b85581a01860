import type { ListedStorybook } from '@plinth/contract/storybooks.ts'

import { areMany } from './are-arranged.ts'
import { arrangeStorybooks } from './arrange-storybooks.ts'
import { ManyStorybooks } from './ManyStorybooks.tsx'
import { StorybookGroups } from './StorybookGroups.tsx'

const arrangement = { order: 'title', favourites: new Set<string>() } as const

/** Few need neither a search nor favourites, only their folders. */
export function ArrangedStorybooks({ storybooks }: { storybooks: ListedStorybook[] }) {
  if (areMany(storybooks)) return <ManyStorybooks storybooks={storybooks} />
  return (
    <StorybookGroups groups={arrangeStorybooks(storybooks, arrangement)} view="cards" hasFavourites={false} />
  )
}
