import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { pageMetadata } from './page-metadata.ts'
import { queryClient } from './query-client.ts'
import { Announcements } from './shell/announcements.tsx'
import { DemonstrationBanner } from './shell/DemonstrationBanner.tsx'
import { LoadingScreen } from './shell/LoadingScreen.tsx'
import { NoticeArea } from './shell/NoticeArea.tsx'
import { clearNotices } from './shell/notices.tsx'
import { OfflineNotice } from './shell/OfflineNotice.tsx'
import { Tooltips } from './shell/Tooltips.tsx'
import { AuthenticationErrorPage } from './sign-in/AuthenticationErrorPage.tsx'
import { SessionExpiredPrompt } from './sign-in/SessionExpiredPrompt.tsx'
import { SessionProvider } from './sign-in/SessionProvider.tsx'
import type { SignedIn } from './sign-in/SessionProvider.tsx'
import type { SignOutReason } from './sign-in/sign-outs.ts'
import { SignedOutPage } from './sign-in/SignedOutPage.tsx'
import { cssVariables, theme } from './theme.ts'

export * as layouts from './layouts.ts'

// The scroll lock of dialogs injects a style element, and reads its nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: pageMetadata.styleNonce })

// The typeface, which the first text would wait for: now, because before it would have taken the code's place on the line.
document.fonts.load('1em Geist').catch(() => {})

let root: Root | undefined

function show(content: ReactNode) {
  root ??= createRoot(document.querySelector('#root') ?? document.body)
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

/** The page of the address; nobody is signed in on those of share links. */
export function showPages(router: DataRouter, signedIn?: SignedIn) {
  const pages = (
    <QueryClientProvider client={queryClient}>
      <Pages router={router} />
      <SessionExpiredPrompt />
    </QueryClientProvider>
  )
  show(signedIn ? <SessionProvider {...signedIn}>{pages}</SessionProvider> : pages)
}

function Pages({ router }: { router: DataRouter }) {
  const isStarted = useSyncExternalStore(
    (notify) => router.subscribe(notify),
    () => router.state.initialized,
  )
  return isStarted ? <RouterProvider router={router} /> : <LoadingScreen />
}

export function showSignedOut(reason: SignOutReason) {
  clearNotices()
  show(<SignedOutPage reason={reason} />)
}

export const showFailure = (message: string) => show(<AuthenticationErrorPage message={message} />)

export const clearPage = () => root?.unmount()
