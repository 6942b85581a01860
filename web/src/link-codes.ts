/** Codes that arrive in an address: whoever has one can use it, so it may stay in no history, log or redirect. */
const places = { invitation: 'plinth.invitation', purchase: 'plinth.purchase' }

/** The keys of sessionStorage they are kept under. */
export const linkCodeKeys = Object.values(places)

export type LinkCodeKind = keyof typeof places

/** Kept for this tab alone, also while it is away to sign in. */
export const storeLinkCode = (kind: LinkCodeKind, code: string) => sessionStorage.setItem(places[kind], code)

export const readLinkCode = (kind: LinkCodeKind): string => sessionStorage.getItem(places[kind]) ?? ''

export const clearLinkCode = (kind: LinkCodeKind) => sessionStorage.removeItem(places[kind])

interface Found {
  kind: LinkCodeKind
  code: string
  /** The address without it. */
  address: string
}

/** The code in an address of the portal, if there is one. */
export function findLinkCode({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Found | undefined {
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
