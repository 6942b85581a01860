import { MantineProvider } from '@mantine/core'
import { listAccounts } from '@plinth/contract/accounts.ts'
import type { Account } from '@plinth/contract/accounts.ts'
import type { Config } from '@plinth/contract/config.ts'
import { getHealth } from '@plinth/contract/health.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { authenticateCalls } from '../api.ts'
import { Announcements } from '../shell/announcements.tsx'
import { NoticeArea } from '../shell/NoticeArea.tsx'
import { RouteErrorPage } from '../shell/RouteErrorPage.tsx'
import { Tooltips } from '../shell/Tooltips.tsx'
import { SessionProvider } from '../sign-in/SessionProvider.tsx'
import { cssVariables, theme } from '../theme.ts'
import { config, contoso, session } from './examples.ts'
import { answer, fakeFetch } from './fake-fetch.ts'
import type { Answer } from './fake-fetch.ts'
import { withoutPictures } from './picture-examples.ts'

/** The part of the portal around a story, and the portal's answers. */
export interface StorySetup {
  account?: Account
  /** The route pattern and the address, for components that read them. */
  route?: string
  at?: string
  answers?: Answer[]
  /** Settings of the portal that differ. */
  config?: Partial<Config>
  /** Makes the route fail while loading. */
  failure?: Error
}

/** For a story's `parameters`. */
export const withPortal = (setup: StorySetup) => ({ portal: setup })

interface StoryPortalProps {
  scheme: 'light' | 'dark'
  setup: StorySetup
  children: ReactNode
}

/** All providers that components expect, with fetch replaced by the story's answers. */
export function StoryPortal({ scheme, setup, children }: StoryPortalProps) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  const [router] = useState(() => createRouter(setup))
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      <NoticeArea />
      <Announcements />
      <Tooltips />
      <SessionProvider session={session} config={{ ...config, ...setup.config }}>
        <QueryClientProvider client={queryClient}>
          <StoryContext value={children}>
            <RouterProvider router={router} />
          </StoryContext>
        </QueryClientProvider>
      </SessionProvider>
    </MantineProvider>
  )
}

const StoryContext = createContext<ReactNode>(null)

/** Read from a context, because the routes stay the same while the story changes with its controls. */
const Story = () => use(StoryContext)

function createRouter({ account = contoso, route = '*', at = '/', answers = [], failure }: StorySetup) {
  authenticateCalls(session)
  globalThis.fetch = fakeFetch([...answers, ...commonAnswers])
  // Only if it fails: a route with a loader renders late, and play functions would start without it.
  const loader = () => Promise.reject(failure)
  return createMemoryRouter(
    [
      {
        element: <Outlet context={account} />,
        ErrorBoundary: RouteErrorPage,
        children: [
          { path: route, Component: Story, ...(failure && { loader, HydrateFallback: () => null }) },
          // All links lead back to the story.
          { path: '*', Component: Story },
        ],
      },
    ],
    { initialEntries: [at] },
  )
}

/** The calls of the header on every page. */
const commonAnswers = [
  answer(getHealth, { status: 'ok' }),
  answer(listAccounts, [contoso]),
  answer(getWhoami, {
    kind: 'user',
    name: session.person.name,
    account: null,
    scope: null,
    storybooks: [],
    isAdministrator: false,
  }),
  ...withoutPictures,
]
