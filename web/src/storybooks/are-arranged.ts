import type { ListedStorybook } from '@plinth/contract/storybooks.ts'

/** As many are found at a glance, on one screen. */
const maxFew = 6

export const areMany = (storybooks: ListedStorybook[]) => storybooks.length > maxFew

/** Few without folders are a plain grid, whose page does without the code for more. */
export const areArranged = (storybooks: ListedStorybook[]) =>
  areMany(storybooks) || storybooks.some(({ folder }) => folder !== null)
