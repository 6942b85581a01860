import type { Session } from './session.ts'

/** MSAL renews a token this long before it expires, and so do we. */
const renewalMarginSeconds = 300

/** MSAL's cache entries: accounts, tokens, and which account is active. */
interface Entry {
  credentialType?: string
  clientId?: string
  homeAccountId?: string
  realm?: string
  target?: string
  secret?: string
  expiresOn?: string
  refreshOn?: string
  tenantProfiles?: Profile[]
}
interface Profile {
  tenantId?: string
  localAccountId?: string
  name?: string
  username?: string
}
interface ActiveAccount {
  homeAccountId?: string
  localAccountId?: string
  tenantId?: string
}

/** What the portal's configuration says about this application. */
export interface SignInClient {
  clientId: string
  identity: { apiScope: string }
}

export interface CachedSignIn {
  person: Session['person']
  token: string
}

/**
 * The sign-in that MSAL completed earlier in this tab, read from its cache without loading MSAL. Returns undefined for
 * anything unclear, unfinished, about to expire or stored differently by another release: then MSAL decides.
 */
export function readCachedSignIn({ clientId, identity }: SignInClient): CachedSignIn | undefined {
  if (isInteracting()) return undefined
  try {
    const active = JSON.parse(
      sessionStorage.getItem(`msal.${clientId}.active-account-filters`) ?? '{}',
    ) as ActiveAccount
    const entries = msalKeys()
      .filter((key) => key.startsWith('msal.3|'))
      .map((key) => JSON.parse(sessionStorage.getItem(key) ?? '{}') as Entry)
      .filter(({ homeAccountId }) => homeAccountId !== undefined && homeAccountId === active.homeAccountId)
    const token = entries.find((entry) => isTokenFor(identity.apiScope, clientId, active, entry))?.secret
    const profile = entries
      .flatMap(({ tenantProfiles }) => tenantProfiles ?? [])
      .find((one) => one.tenantId === active.tenantId && one.localAccountId === active.localAccountId)
    const { username, localAccountId, tenantId } = profile ?? {}
    if (!token || !username || !localAccountId || !tenantId) return undefined
    return {
      person: { name: profile?.name ?? username, email: username, oid: localAccountId, tenantId },
      token,
    }
  } catch {
    return undefined
  }
}

/** Whether the cache alone is likely to be enough. */
export const hasCachedSignIn = () =>
  !isInteracting() && msalKeys().some((key) => key.includes('|accesstoken|'))

/** Clears this tab's storage, except for the keys in `keep` and MSAL's state of an interaction in progress. */
export function clearSignIn(keep: string[]) {
  for (const key of Object.keys(sessionStorage)) {
    if (!keep.includes(key) && !isInteraction(key)) sessionStorage.removeItem(key)
  }
}

const msalKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith('msal.'))

/** The address has a response, or MSAL has stored an interaction in progress, which it has to complete first. */
const isInteracting = () => /[#&](code|error)=/.test(location.hash) || msalKeys().some(isInteraction)

const permanentKeys = /^msal\.(\d+[.|]|version$|browser\.)|\.active-account-filters$/
const isInteraction = (key: string) => key.startsWith('msal.') && !permanentKeys.test(key)

function isTokenFor(scope: string, clientId: string, active: ActiveAccount, entry: Entry): boolean {
  const now = Date.now() / 1000
  const renewAt = Math.min(
    Number(entry.expiresOn) - renewalMarginSeconds,
    Number(entry.refreshOn ?? Infinity),
  )
  return (
    entry.credentialType === 'AccessToken' &&
    entry.clientId === clientId &&
    entry.realm === active.tenantId &&
    (entry.target ?? '').toLowerCase().split(' ').includes(scope.toLowerCase()) &&
    now < renewAt
  )
}
