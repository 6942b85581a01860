import type { Config } from '@plinth/contract/config.ts'

import type { Session } from './session.ts'

/** MSAL prefetch for a new token this long before the old one expires, and so do we. */
const renewalMarginSeconds = 300

/** What MSAL keeps of an account, of a token, and of which account is the active one. */
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

export interface CachedSignIn {
  person: Session['person']
  token: string
}

/**
 * The sign-in that MSAL finished earlier in this tab, read from where it keeps it, without MSAL itself. Whatever is
 * unclear, unfinished, about to expire or kept differently by another release is nothing here: then MSAL is asked.
 */
export function readCachedSignIn({ clientId, identity }: Config): CachedSignIn | undefined {
  if (isUnderWay()) return undefined
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

/** Whether a look at what is kept is likely to be enough. */
export const hasCachedSignIn = () => !isUnderWay() && msalKeys().some((key) => key.includes('|accesstoken|'))

/** Removes everything this tab keeps, except for the keys in `kept` and MSAL's notes about an interaction under way. */
export function clearSignIn(kept: string[]) {
  for (const key of Object.keys(sessionStorage)) {
    if (!kept.includes(key) && !isInteraction(key)) sessionStorage.removeItem(key)
  }
}

const msalKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith('msal.'))

/** An answer in the address, or a note about an interaction: MSAL has something to finish first. */
const isUnderWay = () => /[#&](code|error)=/.test(location.hash) || msalKeys().some(isInteraction)

const settled = /^msal\.(\d+[.|]|version$|browser\.)|\.active-account-filters$/
const isInteraction = (key: string) => key.startsWith('msal.') && !settled.test(key)

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
