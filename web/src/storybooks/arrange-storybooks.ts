import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { compareTitles } from '@plinth/contract/title-order.ts'

export const orders = ['title', 'published'] as const
export type Order = (typeof orders)[number]

/** Storybooks that are shown together; all of them at once without folders and favourites. */
export interface StorybookGroup {
  kind: 'all' | 'favourites' | 'folder' | 'others'
  /** The name of a folder; empty otherwise. */
  folder: string
  storybooks: ListedStorybook[]
}

interface Arrangement {
  order: Order
  /** Those to show as favourites, by id: a card must not move when it becomes one. */
  favourites: ReadonlySet<string>
}

export const favouritesOf = (storybooks: ListedStorybook[]): ReadonlySet<string> =>
  new Set(storybooks.flatMap(({ publicId, isFavourite }) => (isFavourite ? [publicId] : [])))

/** Each name once. */
export const foldersOf = (storybooks: ListedStorybook[]): string[] =>
  [...new Set(storybooks.flatMap(({ folder }) => folder ?? []))].toSorted(compareTitles)

/** Favourites, then the folders by name, then what is in none of them. */
export function arrangeStorybooks(
  storybooks: ListedStorybook[],
  { order, favourites }: Arrangement,
): StorybookGroup[] {
  const sorted = inOrder(storybooks, order)
  const isFavourite = ({ publicId }: ListedStorybook) => favourites.has(publicId)
  const [chosen, rest] = [sorted.filter(isFavourite), sorted.filter((one) => !isFavourite(one))]
  const folders = foldersOf(rest)
  if (folders.length === 0 && chosen.length === 0) return [{ kind: 'all', folder: '', storybooks: sorted }]
  const byFolder = Map.groupBy(rest, ({ folder }) => folder ?? '')
  const groups: StorybookGroup[] = [
    { kind: 'favourites', folder: '', storybooks: chosen },
    ...folders.map((folder): StorybookGroup => ({
      kind: 'folder',
      folder,
      storybooks: byFolder.get(folder) ?? [],
    })),
    { kind: 'others', folder: '', storybooks: byFolder.get('') ?? [] },
  ]
  return groups.filter((group) => group.storybooks.length > 0)
}

/** The server orders them by title. */
function inOrder(storybooks: ListedStorybook[], order: Order): ListedStorybook[] {
  if (order === 'title') return storybooks
  return storybooks.toSorted((one, other) => publishedAt(other) - publishedAt(one))
}

const publishedAt = ({ lastUpdated }: ListedStorybook) => (lastUpdated === null ? 0 : Date.parse(lastUpdated))

/** Those with every word in title, folder or description; those with all of them in the title first. */
export function findStorybooks(
  storybooks: ListedStorybook[],
  query: string,
  order: Order,
): ListedStorybook[] {
  const words = simplify(query).split(/\s+/).filter(Boolean)
  const hasAll = (text: string) => {
    const simplified = simplify(text)
    return words.every((word) => simplified.includes(word))
  }
  const found = inOrder(storybooks, order).filter(({ title, folder, description }) =>
    hasAll([title, folder, description].join('\n')),
  )
  const isInTitle = found.map(({ title }) => hasAll(title))
  return [...found.filter((_, i) => isInTitle[i]), ...found.filter((_, i) => !isInTitle[i])]
}

/** Without case and accents. */
const simplify = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The storybooks that the person opened last, the last one first. */
export function recentlyViewed(storybooks: ListedStorybook[], count: number): ListedStorybook[] {
  const viewed = storybooks.flatMap((storybook) =>
    storybook.viewedAt === null ? [] : [{ storybook, at: Date.parse(storybook.viewedAt) }],
  )
  return viewed
    .toSorted((one, other) => other.at - one.at)
    .slice(0, count)
    .map(({ storybook }) => storybook)
}

/** The groups with their first cards, as many as that; cards of closed groups are not shown. */
export function firstOf(groups: StorybookGroup[], isOpen: (group: StorybookGroup) => boolean, limit: number) {
  const shown: { group: StorybookGroup; storybooks: ListedStorybook[]; cardsBefore: number }[] = []
  let cardsBefore = 0
  for (const group of groups) {
    if (cardsBefore === limit) break
    const storybooks = isOpen(group) ? group.storybooks.slice(0, limit - cardsBefore) : []
    shown.push({ group, storybooks, cardsBefore })
    cardsBefore += storybooks.length
  }
  return shown
}
