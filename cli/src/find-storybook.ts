import { Failure } from './failure.ts'
import type { ListedStorybook, Portal } from './portal.ts'

/**
 * The storybook that is meant: first by id, then by title, made if asked for. It looks before it makes one, so that
 * trying again after a lost answer finds what the first try made.
 */
export async function findStorybook(
  portal: Pick<Portal, 'listStorybooks' | 'createStorybook'>,
  account: string,
  wanted: string,
  mayCreate: boolean,
): Promise<ListedStorybook> {
  const storybooks = await portal.listStorybooks(account)
  const named = storybooks.find(({ publicId }) => publicId === wanted) ?? onlyOne(storybooks, wanted)
  if (named) return named
  if (mayCreate) return portal.createStorybook(account, wanted)
  throw new Failure(
    'notFound',
    `There is no storybook ${wanted} in this account: check --storybook, or add --create.`,
  )
}

function onlyOne(storybooks: ListedStorybook[], title: string): ListedStorybook | undefined {
  const [first, second] = storybooks.filter((storybook) => storybook.title === title)
  if (!second) return first
  throw new Failure(
    'notFound',
    `Several storybooks are called ${title}: give the id instead of the title, plinth list shows them.`,
  )
}
