/*
 * The first script of a page: for whoever is signed in, it makes the page's calls and starts the viewer while the app's
 * code is still loading. It is a file of its own without the app's libraries, so it repeats the addresses of calls. The app
 * takes over what has been started; whatever fails here is left to the app, which tries again and reports.
 */
import { startCalls } from './early-calls.ts'
import { readCachedSignIn } from './sign-in/cached-sign-in.ts'
import { isSignInEnded } from './sign-in/sign-out-id.ts'
import { startViewer } from './viewer/start-viewer.ts'

const metadata = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

function start() {
  const isAppRunning = globalThis.plinthEarlyCalls !== undefined
  if (isAppRunning || isSignInEnded()) return
  const client = { clientId: metadata('client-id'), identity: { apiScope: metadata('api-scope') } }
  const signIn = readCachedSignIn(client)
  if (!signIn) return
  startViewer(signIn.token)
  startCalls(signIn.token)
}

try {
  start()
} catch {
  // Storage that cannot be read, for example.
}
