import './mantine.css'
import './base.css'
import { getConfig } from '@plinth/contract/config.ts'

import { authenticateCalls, call } from './api.ts'
import type * as app from './app.tsx'
import { reloadWhenReachable } from './connection.ts'
import { endEarlyCalls } from './early-calls.ts'
import { isSharePage } from './link-codes.ts'
import { CodeNotLoaded, loadCode } from './load-code.ts'
import { logError } from './log.ts'
import { prefetchQueries } from './prefetch.ts'
import { queryClient } from './query-client.ts'
import { language, router, whenRouterStarted } from './router.ts'
import { signOutReasonStore, watchSignOuts } from './sign-in/sign-outs.ts'
import { prepareSignIn, startSession } from './sign-in/start-session.ts'
import { texts } from './texts/texts.ts'
import { discardEarlyViewer } from './viewer/early-viewer.ts'

// What is loaded first: it finds the route, signs in and makes the first calls, while the larger code that renders comes.

let shown: typeof app | undefined
const loadApp = async () => (shown = await loadCode(() => import('./app.tsx')))

/** Whoever opens a share link is not asked to sign in. */
const isGuest = isSharePage(location.pathname)

function showSignOuts() {
  watchSignOuts(() => {
    queryClient.clear()
    discardEarlyViewer()
    shown?.clearPage()
  })
  signOutReasonStore.subscribe(() => {
    const reason = signOutReasonStore.read()
    if (!reason) return
    queryClient.clear()
    discardEarlyViewer()
    // At once, where there is a page: its queries would be made again, and ask to sign in.
    if (shown) shown.showSignedOut(reason)
    else void loadApp().then(({ showSignedOut }) => showSignedOut(reason))
  })
}

/** Rendering once with everything takes half the time of rendering what is there first. */
const maxWaitMs = 500
const allIsThere = () => Promise.all([prefetchQueries(router.state.matches), whenRouterStarted()])

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function start() {
  const loading = loadApp()
  // Whoever waits for it hears of it.
  loading.catch(() => {})
  document.documentElement.lang = await language
  if (isGuest) return (await loading).showPages(router)
  endEarlyCalls()
  prepareSignIn()
  const config = await call(getConfig).catch((error: unknown) => {
    throw new Error(texts.signIn.startFailed, { cause: error })
  })
  const session = await startSession(config).catch((error: unknown) => {
    throw new Error(texts.signIn.authenticationFailed, { cause: error })
  })
  authenticateCalls(session)
  const everything = allIsThere()
  const { showPages } = await loading
  await Promise.race([everything, sleep(maxWaitMs)])
  if (!signOutReasonStore.read()) showPages(router, { session, config })
}

/** The first call did not reach the portal. */
const isUnreachable = (error: unknown) => error instanceof Error && error.cause instanceof TypeError

if (!isGuest) showSignOuts()
start().catch(async (error: unknown) => {
  logError('Failed to start', error)
  discardEarlyViewer()
  if (error instanceof CodeNotLoaded || isUnreachable(error)) void reloadWhenReachable()
  const loaded = await loadApp().catch(() => undefined)
  if (loaded) loaded.showFailure(error instanceof Error ? error.message : texts.signIn.unknownError)
  // Plain text is what can be shown without the code that renders.
  else document.body.textContent = texts.shell.brokenPage.text
})
