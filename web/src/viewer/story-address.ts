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

/** The search string for a story or docs page; empty for an id that no Storybook writes. */
export const storyPathSearch = ({ id, kind }: { id: string; kind: 'story' | 'test' | 'docs' }) =>
  storySearch(`?${new URLSearchParams({ path: `/${kind === 'docs' ? 'docs' : 'story'}/${id}` })}`)

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

/** Removes Storybook's suffix: "Button - Primary ⋅ Storybook". Where a story is missing, nothing remains of "storybook - ". */
function storyTitle(title: unknown): string {
  if (typeof title !== 'string' || title.length > 1000) return ''
  const clean = title
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replace(/\s*⋅?\s*Storybook$/, '')
    .replace(/^\s*storybook\s+-\s*$/, '')
    .trim()
  return clean.slice(0, maxTitleLength)
}

/** Tells the frame to show another story. */
export const navigateMessage = (search: string) => ({ type: 'plinth:navigate', search })

/** A request to show another story, by id or by title and name. */
export type StoryRequest = { id: string; isDocs: boolean } | { title: string; name: string }

/** The request that a bare preview sends to the page around it, where its links expect a Storybook; else undefined. */
export function readStoryRequest(data: unknown): StoryRequest | undefined {
  if (typeof data !== 'string' || data.length > 100_000 || !data.includes('storybook-channel'))
    return undefined
  const event = (parseJson(data) as { event?: { type?: unknown; args?: unknown } } | null)?.event
  const [wanted] = Array.isArray(event?.args) ? (event.args as unknown[]) : []
  if (event?.type === 'navigateUrl' && typeof wanted === 'string') return requestIn(wanted)
  if (event?.type !== 'selectStory' || typeof wanted !== 'object' || wanted === null) return undefined
  const { storyId, kind, title = kind, story, name = story, viewMode } = wanted as Record<string, unknown>
  if (typeof storyId === 'string') {
    return requestIn(`?path=/${viewMode === 'docs' ? 'docs' : 'story'}/${encodeURIComponent(storyId)}`)
  }
  return typeof title === 'string' && typeof name === 'string' ? { title, name } : undefined
}

function requestIn(search: string): StoryRequest | undefined {
  const path = new URLSearchParams(storySearch(search)).get('path') ?? ''
  const [, view, id] = path.split('/')
  return id === undefined || view === 'settings' ? undefined : { id, isDocs: view === 'docs' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
