import { linkCodeKeys } from '../link-codes.ts'
import { createStore } from '../store.ts'
import { clearSignIn } from './cached-sign-in.ts'
import { isSignInEnded, knownSignOut, latestSignOut, signOutKey } from './sign-out-id.ts'

/** A logout, or a switch to another work account. */
export type SignOutKind = 'logout' | 'switch'

/** Link codes belong to the link that was opened and not to a person, so only a logout removes them. */
const clearAfter = (kind: SignOutKind) =>
  clearSignIn(kind === 'switch' ? [signOutKey, ...linkCodeKeys] : [signOutKey])

/** Ends the sign-in of every tab of this browser, and clears this tab's storage. */
export function endSignIn(kind: SignOutKind) {
  localStorage.setItem(signOutKey, `${kind} ${crypto.randomUUID()}`)
  clearAfter(kind)
}

/**
 * Called before the cached sign-in is read: a call in flight during the sign-out may have stored its token since. A link
 * code may have arrived with this page load, so it is kept.
 */
export function clearEndedSignIn() {
  if (isSignInEnded()) clearSignIn([signOutKey, ...linkCodeKeys])
}

/** After a sign-out in this tab, the next sign-in must ask for the account instead of reusing the last one. */
export const mustSelectAccount = () => knownSignOut() !== null && isSignInEnded()

/** Called after a sign-in. */
export const recordSignIn = () => sessionStorage.setItem(signOutKey, latestSignOut())

/** Why the open page is no longer signed in. */
export type SignOutReason = 'otherTab' | 'providerUnreachable'
export const signOutReasonStore = createStore<SignOutReason | undefined>(undefined)

/** `clearPage` removes all content: the browser may keep the page in its back/forward cache and show it again. */
export function watchSignOuts(clearPage: () => void) {
  addEventListener('storage', (event) => {
    if (event.key !== signOutKey || !isSignInEnded()) return
    clearAfter(event.newValue?.startsWith('switch') ? 'switch' : 'logout')
    signOutReasonStore.write('otherTab')
  })
  addEventListener('pagehide', () => {
    if (isSignInEnded()) clearPage()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isSignInEnded()) location.reload()
  })
}
