/**
 * Where in a Storybook somebody is. It comes from a program written by others, or out of a link somebody was sent,
 * and ends in the portal's own address bar and title: only what has the known shape is taken over.
 */

const storyPath = /^(?!.*(\/\/|\.\.))\/(story|docs|settings)\/[\p{L}\p{M}\p{N}_.~:/-]+$/u
const maxPathLength = 1000
const maxValueLength = 2000
const maxTitleLength = 200
const control = /\p{Cc}/u

/** The query keys that say what a story looks like; each is optional. */
const extras = ['args', 'globals']

/** A search string as the portal and a Storybook both take it, made of the trustworthy parts of the one given. */
export function storySearch(search: string): string {
  const given = new URLSearchParams(search)
  const path = given.get('path') ?? ''
  if (path.length > maxPathLength || !storyPath.test(path)) return ''
  const taken = extras.flatMap((name) => {
    const value = given.get(name) ?? ''
    const isTaken = value !== '' && value.length <= maxValueLength && !control.test(value)
    return isTaken ? [[name, value]] : []
  })
  return `?${[['path', path], ...taken].map(([name, value = '']) => `${name}=${encodeReadably(value)}`).join('&')}`
}

/** Encoded for a query, but with the characters that stories' addresses are full of left as they are. */
const encodeReadably = (value: string) =>
  encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%3B', ';')

export interface StoryLocation {
  /** Empty, or `?path=…`. */
  search: string
  /** What the story is called; empty where the Storybook does not say. */
  title: string
}

/** What the frame says of where it is; nothing if it says it in any other way than agreed. */
export function readLocationMessage(data: unknown): StoryLocation | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { type, search, title } = data as Record<string, unknown>
  if (type !== 'plinth:location' || typeof search !== 'string') return undefined
  const address = search.length > 10_000 ? '' : storySearch(search)
  return address === '' ? undefined : { search: address, title: storyTitle(title) }
}

/** Storybook signs its titles ("Button - Primary ⋅ Storybook"); the portal puts its own name there. */
function storyTitle(title: unknown): string {
  if (typeof title !== 'string' || title.length > 1000) return ''
  const clean = title
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replace(/\s*⋅?\s*Storybook$/, '')
    .trim()
  return clean.slice(0, maxTitleLength)
}

/** Asks the frame to show another story. */
export const navigateMessage = (search: string) => ({ type: 'plinth:navigate', search })
