/**
 * Codes of invitations, purchases and share links arrive in the address of a link. Anybody who has one can use it, so it
 * must not stay in the history, a log or a redirect. Kept with them is which page opened this one, for a composing
 * Storybook.
 */
const keys = {
  invitation: 'plinth.invitation',
  purchase: 'plinth.purchase',
  share: 'plinth.share',
  opener: 'plinth.opener',
}

/** The keys of sessionStorage that hold them. */
export const linkCodeKeys = Object.values(keys)

export type LinkCodeKind = keyof typeof keys

/** The page behind share links, which does not sign in. */
export const isSharePage = (pathname: string) => /^\/share\/*$/i.test(pathname)

/** Stored for this tab only; survives the redirect to sign in, and reloading. */
export const storeLinkCode = (kind: LinkCodeKind, code: string) => sessionStorage.setItem(keys[kind], code)

export const readLinkCode = (kind: LinkCodeKind): string => sessionStorage.getItem(keys[kind]) ?? ''

export const clearLinkCode = (kind: LinkCodeKind) => sessionStorage.removeItem(keys[kind])

interface FoundCode {
  kind: LinkCodeKind
  code: string
  /** The address without the code. */
  address: string
}

/** The code in an address of the portal, if any. */
export function findLinkCode({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): FoundCode | undefined {
  if (isSharePage(pathname)) {
    return hash.length > 1 ? { kind: 'share', code: hash.slice(1), address: `/share${search}` } : undefined
  }
  const [, invitation] = /^\/acceptInvite\/+(.+)$/i.exec(pathname) ?? []
  if (invitation) return { kind: 'invitation', code: decoded(invitation), address: '/acceptInvite' }
  const purchase = /^\/signup\/*$/i.test(pathname) ? new URLSearchParams(search).get('token') : null
  return purchase === null ? undefined : { kind: 'purchase', code: purchase, address: '/signup' }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
