/**
 * The current story. It comes from an untrusted build or link and ends up in the portal's address bar and title, so only
 * values of the known shape are accepted.
 */

const storyPath = /^(?!.*(\/\/|\.\.))\/(story|docs|settings)\/[\p{L}\p{M}\p{N}_.~:/-]+$/u
const maxPathLength = 1000
const maxValueLength = 2000
const maxTitleLength = 200
const control = /\p{Cc}/u

/** Optional query keys that change how a story looks. */
const extras = ['args', 'globals']

/** The valid parts of a search string, in a form that both the portal and a Storybook accept. */
export function storySearch(search: string): string {
  const given = new URLSearchParams(search)
  const path = given.get('path') ?? ''
  if (path.length > maxPathLength || !storyPath.test(path)) return ''
  const accepted = extras.flatMap((name) => {
    const value = given.get(name) ?? ''
    const isValid = value !== '' && value.length <= maxValueLength && !control.test(value)
    return isValid ? [[name, value]] : []
  })
  return `?${[['path', path], ...accepted].map(([name, value = '']) => `${name}=${encodeReadably(value)}`).join('&')}`
}

/** Encodes a query value, but leaves the characters that are common in story addresses readable. */
const encodeReadably = (value: string) =>
  encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%3B', ';')

export interface StoryLocation {
  /** Empty, or `?path=…`. */
  search: string
  /** Empty if the Storybook does not provide it. */
  title: string
}

/** The story that a message of the frame reports; undefined for any other message. */
export function readLocationMessage(data: unknown): StoryLocation | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { type, search, title } = data as Record<string, unknown>
  if (type !== 'plinth:location' || typeof search !== 'string') return undefined
  const address = search.length > 10_000 ? '' : storySearch(search)
  return address === '' ? undefined : { search: address, title: storyTitle(title) }
}

/** Removes Storybook's suffix: "Button - Primary ⋅ Storybook". */
function storyTitle(title: unknown): string {
  if (typeof title !== 'string' || title.length > 1000) return ''
  const clean = title
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replace(/\s*⋅?\s*Storybook$/, '')
    .trim()
  return clean.slice(0, maxTitleLength)
}

/** Tells the frame to show another story. */
export const navigateMessage = (search: string) => ({ type: 'plinth:navigate', search })
