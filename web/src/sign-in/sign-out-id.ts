/**
 * Every sign-out or switch of accounts has an id. The latest is stored for all tabs, and each tab stores the one that was
 * the latest when it signed in. If the two differ, the tab's sign-in has ended.
 */
export const signOutKey = 'plinth.sign-out'
const none = 'none'

export const latestSignOut = () => localStorage.getItem(signOutKey) ?? none

/** Null if this tab has not signed in yet. */
export const knownSignOut = () => sessionStorage.getItem(signOutKey)

/** Whether the sign-in of this tab was ended, here or in another tab. */
export const isSignInEnded = () => (knownSignOut() ?? none) !== latestSignOut()
