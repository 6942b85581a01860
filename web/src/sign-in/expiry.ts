import { createStore } from '../store.ts'
import { texts } from '../texts/texts.ts'
import { SignInError } from './session.ts'

/** A sign-in that has run out while something was being entered, so that nobody is sent away from it. */
interface Expiry {
  /** Lets the person sign in beside the page; opens a window, so it is called by a click. */
  signIn: () => Promise<void>
  giveUp: () => void
}

export const expiryStore = createStore<Expiry | undefined>(undefined)
let waiting: Promise<string> | undefined

/** A token from a sign-in beside the page. However many calls wait for one, the person is asked once. */
export function signInWithPopup(openWindow: () => Promise<string>): Promise<string> {
  return (waiting ??= ask(openWindow).finally(() => {
    waiting = undefined
    expiryStore.write(undefined)
  }))
}

function ask(openWindow: () => Promise<string>): Promise<string> {
  return new Promise((resolve, reject) => {
    expiryStore.write({
      signIn: async () => resolve(await openWindow()),
      giveUp: () => reject(new SignInError(texts.signIn.sessionExpired)),
    })
  })
}
