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
  storeLinkCode('opener', `${request} ${originOf(document.referrer)}`)
}

/** The origin of the page that opened this one with the request; empty if the browser did not say. */
export function openedFrom(request: string): string {
  const opener = remembered()
  return opener.request === request ? opener.origin : ''
}

function remembered() {
  const [request = '', origin = ''] = readLinkCode('opener').split(' ')
  return { request, origin }
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : '')
