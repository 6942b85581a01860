import { didYouMean } from './did-you-mean.ts'
import { Failure } from './failure.ts'
import type { ListedStorybook, PortalClient } from './portal-client.ts'

/** Finds a storybook by its id or else its title. */
export async function findStorybook(
  portal: Pick<PortalClient, 'listStorybooks'>,
  account: string,
  idOrTitle: string,
): Promise<ListedStorybook> {
  const storybooks = await portal.listStorybooks(account)
  const found = findExisting(storybooks, idOrTitle)
  if (!found) throw notFound(storybooks, idOrTitle, 'check --storybook')
  return found
}

/**
 * Finds a storybook by its id or else its title, and creates it if allowed. It always looks first, so that a retry after
 * a lost answer finds the storybook that the first attempt created.
 */
export async function findOrCreateStorybook(
  portal: Pick<PortalClient, 'listStorybooks' | 'createStorybook'>,
  account: string,
  idOrTitle: string,
  mayCreate: boolean,
): Promise<ListedStorybook> {
  const storybooks = await portal.listStorybooks(account)
  const found = findExisting(storybooks, idOrTitle)
  if (found) return found
  if (mayCreate) return portal.createStorybook(account, idOrTitle)
  throw notFound(storybooks, idOrTitle, 'check --storybook, or add --create')
}

/** By id, or else by title; undefined if there is none. */
const findExisting = (storybooks: ListedStorybook[], idOrTitle: string): ListedStorybook | undefined =>
  storybooks.find(({ publicId }) => publicId === idOrTitle) ?? findByTitle(storybooks, idOrTitle)

function findByTitle(storybooks: ListedStorybook[], title: string): ListedStorybook | undefined {
  const [first, second] = storybooks.filter((storybook) => storybook.title === title)
  if (!second) return first
  throw new Failure(
    'notFound',
    `Several storybooks are called ${title}: give the id instead of the title (see plinth list).`,
  )
}

function notFound(storybooks: ListedStorybook[], idOrTitle: string, advice: string): Failure {
  const titles = storybooks.map(({ title }) => title)
  const guess = didYouMean(idOrTitle, titles, (title) => `"${title}"`)
  return new Failure('notFound', `There is no storybook ${idOrTitle} in this account: ${advice}.${guess}`)
}
