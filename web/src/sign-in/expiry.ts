import { createStore } from '../store.ts'
import { texts } from '../texts/texts.ts'
import { SignInError } from './session.ts'

/** The session expired while the user has unsaved input, so they must not be sent away to the sign-in page. */
interface Expiry {
  /** Opens a popup to sign in. Must be called from a click, or the browser blocks it. */
  signIn: () => Promise<void>
  cancel: () => void
}

export const expiryStore = createStore<Expiry | undefined>(undefined)
let pending: Promise<string> | undefined

/** A token from a sign-in in a popup. However many calls wait for it, the user is asked once. */
export function signInWithPopup(openPopup: () => Promise<string>): Promise<string> {
  return (pending ??= askToSignIn(openPopup).finally(() => {
    pending = undefined
    expiryStore.write(undefined)
  }))
}

function askToSignIn(openPopup: () => Promise<string>): Promise<string> {
  return new Promise((resolve, reject) => {
    expiryStore.write({
      signIn: async () => resolve(await openPopup()),
      cancel: () => reject(new SignInError(texts.signIn.sessionExpired)),
    })
  })
}
