/** Codes that arrive in an address: whoever has one can use it, so it may stay in no history, log or redirect. */
const places = { invitation: 'plinth.invitation', purchase: 'plinth.purchase' }

/** The keys of sessionStorage they are kept under. */
export const codeKeys = Object.values(places)

export type KeptCode = keyof typeof places

/** Kept for this tab alone, also while it is away to sign in. */
export const keepCode = (kind: KeptCode, code: string) => sessionStorage.setItem(places[kind], code)

export const keptCode = (kind: KeptCode): string => sessionStorage.getItem(places[kind]) ?? ''

export const forgetCode = (kind: KeptCode) => sessionStorage.removeItem(places[kind])

interface Found {
  kind: KeptCode
  code: string
  /** The address without it. */
  address: string
}

/** The code in an address of the portal, if there is one. */
export function codeIn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Found | undefined {
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
