import { readLinkCode, storeLinkCode } from '../link-codes.ts'

/** The request of a composing page, in the address that its Storybook opens to sign in. */
export function requestIn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return /^\/compose\/*$/i.test(pathname) ? (new URLSearchParams(search).get('request') ?? '') : ''
}

/**
 * Remembers which page opened this one with a request. Called at every load, and the first one counts: signing in leads
 * through other pages, and back with another referrer.
 */
export function rememberOpener() {
  const request = requestIn(location)
  if (!request || remembered().request === request) return
  storeLinkCode('opener', `${originOf(document.referrer)} ${request}`)
}

/** The origin of the page that opened this one with the request; empty if the browser did not say. */
export function openedFrom(request: string): string {
  const opener = remembered()
  return opener.request === request ? opener.origin : ''
}

/** The origin is first, because it has no spaces; others choose the request. */
function remembered() {
  const stored = readLinkCode('opener')
  const space = stored.indexOf(' ')
  return { origin: stored.slice(0, Math.max(space, 0)), request: stored.slice(space + 1) }
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : '')
