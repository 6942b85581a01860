import type { EntryLink } from '@plinth/contract/contents.ts'

import { storyPathSearch } from './viewer/story-address.ts'

interface StorybookPlace {
  account: string
  storybook: string
}

export const storybookAddress = ({ account, storybook }: StorybookPlace) =>
  `/account/${account}/storybook/${storybook}`

interface ViewerPlace extends StorybookPlace {
  /** By default the newest. */
  version?: string
  /** By default the first. */
  entry?: Pick<EntryLink, 'id' | 'kind'>
}

export function viewerAddress({ version, entry, ...place }: ViewerPlace): string {
  const home = storybookAddress(place)
  const search = entry ? storyPathSearch(entry) : ''
  return (version === undefined ? home : `${home}/version/${version}`) + search
}

type NamedBy = 'branch' | 'commit' | 'release'

/** A version by what people call it. */
export interface VersionName {
  by: NamedBy
  name: string
}

/** An address that keeps its meaning: the newest version of a branch or commit, or a release. */
export const namedVersionAddress = (place: StorybookPlace, { by, name }: VersionName): string =>
  `${storybookAddress(place)}/${by}/${encodeName(name)}`

/** Slashes stay readable, except where a browser would take parts of the name for "this folder" or "the one above". */
function encodeName(name: string): string {
  const parts = name.split('/')
  const isPath = parts.every((part) => part !== '' && part !== '.' && part !== '..')
  return parts.map(encodeURIComponent).join(isPath ? '/' : '%2F')
}

/** Not from the router's parameters: it would decode a name twice. */
export function versionNameIn(pathname: string): VersionName | undefined {
  const [, by, encoded] =
    /^\/account\/[^/]+\/storybook\/[^/]+\/(branch|commit|release)\/(.+)$/.exec(pathname) ?? []
  if (by === undefined || encoded === undefined) return undefined
  try {
    return { by: by as NamedBy, name: decodeURIComponent(encoded) }
  } catch {
    return undefined
  }
}

/** A version by id or by name; undefined for the newest. */
export type RequestedVersion = string | VersionName | undefined

/** The version that an address of the viewer shows; undefined for other addresses. */
export function shownVersionIn(
  pathname: string,
): (StorybookPlace & { requested: RequestedVersion }) | undefined {
  const [, account, storybook, rest = '', version] =
    /^\/account\/([\w-]+)\/storybook\/([\w-]+)(\/version\/([\w-]+)|\/(?:branch|commit|release)\/.+)?$/.exec(
      pathname,
    ) ?? []
  if (account === undefined || storybook === undefined) return undefined
  const name = versionNameIn(pathname)
  const isUnreadable = rest !== '' && version === undefined && name === undefined
  return isUnreadable ? undefined : { account, storybook, requested: version ?? name }
}

interface ComponentPlace extends StorybookPlace {
  component: string
  /** By default the newest. */
  version?: string
}

export function componentAddress({ component, version, ...place }: ComponentPlace): string {
  const page = `${storybookAddress(place)}/component/${encodeURIComponent(component)}`
  return version === undefined ? page : `${page}?version=${version}`
}

interface ComparePlace extends StorybookPlace {
  /** By default the baseline of `to`. */
  from?: string | undefined
  to: string
  /** To see this story or docs page of both side by side. */
  story?: string
}

export function compareAddress({ from = '', to, story, ...place }: ComparePlace): string {
  const page = `${storybookAddress(place)}/compare/${from}...${to}`
  return story === undefined ? page : `${page}/story/${encodeURIComponent(story)}`
}

/** The versions that an address compares: "from...to", where `from` may be missing. */
export function readRange(range = ''): { from: string | undefined; to: string | undefined } {
  const [from, to] = range.split('...')
  return { from: from || undefined, to: to || undefined }
}
