import type { Ids, Kind } from './furnish.ts'

/** What a parameter of a path names; undefined if the proof does not know it. */
export function kindOf(path: string, parameter: string): Kind | undefined {
  const before = path.slice(0, path.indexOf(parameter === '*' ? '*' : `:${parameter}`))
  const folder = before.split('/').at(-2) ?? ''
  if (before.includes('/trash/')) return trashed[parameter]
  return parameter === 'id' ? rows[folder] : named[parameter]
}

const trashed: Record<string, Kind> = {
  account: 'account',
  storybook: 'trashedStorybook',
  version: 'trashedVersion',
}

const named: Record<string, Kind> = {
  account: 'account',
  storybook: 'storybook',
  version: 'version',
  branch: 'branch',
  commit: 'commit',
  release: 'release',
  component: 'component',
  hash: 'icon',
  oid: 'member',
  delivery: 'delivery',
  subscription: 'subscription',
  operation: 'operation',
  uid: 'agentRequest',
  job: 'cameraJob',
  side: 'side',
  sha256: 'picture',
  '*': 'file',
}

/** Numbered things, by the folder they are in. */
const rows: Record<string, Kind> = {
  ApiKeys: 'apiKey',
  PortalUserInvitation: 'invitation',
  webhooks: 'webhook',
  shareLinks: 'shareLink',
  compositions: 'composition',
  allowedPages: 'allowedPage',
  connectedAgents: 'connectedAgent',
  comments: 'comment',
  subscriptions: 'subscription',
}

export const parametersOf = (path: string): string[] => path.match(/(?<=:)\w+|\*/g) ?? []

/** Ids of the same shape that never existed. */
export function missingIds(ids: Ids): Ids {
  return Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, missingId(id)])) as Ids
}

/** Of a number one far away; of anything else each letter and digit the next of its kind. */
function missingId(id: string): string {
  if (/^\d+$/.test(id)) return String(Number(id) + 800_000)
  return id.replaceAll(/[a-z0-9]/gi, (character) => {
    if (/[0-8a-eg-yA-EG-Y]/.test(character)) return String.fromCharCode(character.charCodeAt(0) + 1)
    return { 9: '0', f: 'a', F: 'A', z: 'g', Z: 'G' }[character] ?? character
  })
}

/** How else an id or an address can be written. */
export const writings: Record<string, (id: string) => string> = {
  plain: encodeURIComponent,
  'percent-encoded': (id) =>
    Array.from(Buffer.from(id), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'upper case': (id) => encodeURIComponent(id.toUpperCase()),
  'lower case': (id) => encodeURIComponent(id.toLowerCase()),
  'with a suffix': (id) => `${encodeURIComponent(id)}.json`,
  'with a space': (id) => `${encodeURIComponent(id)}%20`,
  'with a zero before': (id) => `0${encodeURIComponent(id)}`,
  'with a fraction': (id) => `${encodeURIComponent(id)}.0`,
}

export const shapes: Record<string, (address: string) => string> = {
  plain: (address) => address,
  'with a slash at the end': (address) => `${address}/`,
  'with two slashes': (address) => address.replace(/\/(?=[^/]*$)/, '//'),
  'with a dot segment': (address) => address.replace(/\/(?=[^/]*$)/, '/./'),
}

/** The address of a path, with the id that is chosen for each kind. */
export function addressOf(path: string, idOf: (kind: Kind) => string, write: (id: string) => string): string {
  return path.replaceAll(/:(\w+)|\*/g, (match, name?: string) => {
    const kind = kindOf(path, name ?? match)
    if (kind === undefined) return 'unknown'
    return kind === 'file' ? idOf(kind).split('/').map(write).join('/') : write(idOf(kind))
  })
}
