import { linkCodeKeys } from '../link-codes.ts'
import { createStore } from '../store.ts'
import { clearSignIn } from './cached-sign-in.ts'

/**
 * The last sign-out or switch of accounts in this browser has an id. It is kept for all tabs, and each tab keeps the
 * one it signed in after: where the two differ, what the tab still holds belongs to somebody who has left.
 */
const key = 'plinth.sign-out'
const none = 'none'

const latest = () => localStorage.getItem(key) ?? none
const known = () => sessionStorage.getItem(key)

/** Whether the sign-in of this tab has ended, here or in another tab. A tab without one has nothing to end. */
const isEnded = () => (known() ?? none) !== latest()

/** Whether somebody has logged out, or only wants to go on as somebody else. */
export type SignOutKind = 'logout' | 'switch'

/** Kept codes belong to the link that was opened and not to a person, so only a logout removes them. */
const forgetAfter = (kind: SignOutKind) => clearSignIn(kind === 'switch' ? [key, ...linkCodeKeys] : [key])

/** Ends the sign-in of every tab of this browser, and removes what this one keeps of it. */
export function endSignIn(kind: SignOutKind) {
  localStorage.setItem(key, `${kind} ${crypto.randomUUID()}`)
  forgetAfter(kind)
}

/**
 * Called before anything is read of a kept sign-in: a call under way at the sign-out may have stored its token since.
 * A code found here may have arrived with this very page, so it stays.
 */
export function clearEndedSignIn() {
  if (isEnded()) clearSignIn([key, ...linkCodeKeys])
}

/** Whether somebody has left this tab: then the next sign-in prefetch who it is, and nobody comes back unasked. */
export const mustSelectAccount = () => known() !== null && isEnded()

/** Called when somebody has signed in. */
export const recordSignIn = () => sessionStorage.setItem(key, latest())

/** Why nobody is signed in on this page any more, although it is still open. */
export type SignOutReason = 'elsewhere' | 'providerNotTold'
export const signOutReasonStore = createStore<SignOutReason | undefined>(undefined)

/** `clearPage` takes everything off the page: the browser may only put it aside, to bring it back as it was. */
export function watchSignOuts(clearPage: () => void) {
  addEventListener('storage', (event) => {
    if (event.key !== key || !isEnded()) return
    forgetAfter(event.newValue?.startsWith('switch') ? 'switch' : 'logout')
    signOutReasonStore.write('elsewhere')
  })
  addEventListener('pagehide', () => {
    if (isEnded()) clearPage()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isEnded()) location.reload()
  })
}
