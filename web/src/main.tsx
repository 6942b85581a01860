import './store-link-code.ts'
import './mantine.css'
import './base.css'
import { MantineProvider } from '@mantine/core'
import { getConfig } from '@plinth/contract/config.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'

import { authenticateCalls, call } from './api.ts'
import { endEarlyCalls } from './early-calls.ts'
import { isSharePage } from './link-codes.ts'
import { logError } from './log.ts'
import { pageMetadata } from './page-metadata.ts'
import { prefetchQueries } from './prefetch.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { Announcements } from './shell/announcements.tsx'
import { DemonstrationBanner } from './shell/DemonstrationBanner.tsx'
import { NoticeArea } from './shell/NoticeArea.tsx'
import { clearNotices } from './shell/notices.tsx'
import { OfflineNotice } from './shell/OfflineNotice.tsx'
import { Tooltips } from './shell/Tooltips.tsx'
import { AuthenticationErrorPage } from './sign-in/AuthenticationErrorPage.tsx'
import { SessionExpiredPrompt } from './sign-in/SessionExpiredPrompt.tsx'
import { SessionProvider } from './sign-in/SessionProvider.tsx'
import { signOutReasonStore, watchSignOuts } from './sign-in/sign-outs.ts'
import { SignedOutPage } from './sign-in/SignedOutPage.tsx'
import { prepareSignIn, startSession } from './sign-in/start-session.ts'
import { loadTexts, texts } from './texts/texts.ts'
import { cssVariables, theme } from './theme.ts'
import { discardEarlyViewer } from './viewer/early-viewer.ts'

// The scroll lock of dialogs injects a style element, and reads its nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: pageMetadata.styleNonce })

// The typeface, which the first text would wait for: now, because before it would have taken the code's place on the line.
document.fonts.load('1em Geist').catch(() => {})

const root = createRoot(document.querySelector('#root') ?? document.body)

function show(content: ReactNode) {
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => pageMetadata.styleNonce}
      >
        {pageMetadata.isPublicDemo && <DemonstrationBanner />}
        <NoticeArea />
        <OfflineNotice />
        <Announcements />
        <Tooltips />
        {content}
      </MantineProvider>
    </StrictMode>,
  )
}

/** Whoever opens a share link is not asked to sign in. */
const isGuest = isSharePage(location.pathname)

function showSignOuts() {
  watchSignOuts(() => {
    queryClient.clear()
    discardEarlyViewer()
    root.unmount()
  })
  signOutReasonStore.subscribe(() => {
    const reason = signOutReasonStore.read()
    if (!reason) return
    queryClient.clear()
    clearNotices()
    discardEarlyViewer()
    show(<SignedOutPage reason={reason} />)
  })
}

const pages = (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
    <SessionExpiredPrompt />
  </QueryClientProvider>
)

/** Rendering once with everything takes half the time of rendering what is there first. */
const maxWaitMs = 500
const allIsThere = () => Promise.all([prefetchQueries(router.state.matches), routerStarted()])

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** When the code of the opened page is there. */
const routerStarted = () =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) resolve()
    else router.subscribe(({ initialized }) => initialized && resolve())
  })

async function start() {
  document.documentElement.lang = await loadTexts(navigator.languages)
  if (isGuest) return show(pages)
  endEarlyCalls()
  prepareSignIn()
  const config = await call(getConfig).catch((error: unknown) => {
    throw new Error(texts.signIn.startFailed, { cause: error })
  })
  const session = await startSession(config).catch((error: unknown) => {
    throw new Error(texts.signIn.authenticationFailed, { cause: error })
  })
  authenticateCalls(session)
  await Promise.race([allIsThere(), sleep(maxWaitMs)])
  show(
    <SessionProvider session={session} config={config}>
      {pages}
    </SessionProvider>,
  )
}

if (!isGuest) showSignOuts()
start().catch((error: unknown) => {
  logError('Failed to start', error)
  discardEarlyViewer()
  show(
    <AuthenticationErrorPage message={error instanceof Error ? error.message : texts.signIn.unknownError} />,
  )
})
