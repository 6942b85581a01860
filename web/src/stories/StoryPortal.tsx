import { MantineProvider } from '@mantine/core'
import { listAccounts } from '@plinth/contract/accounts.ts'
import type { Account } from '@plinth/contract/accounts.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { authenticateCalls } from '../api.ts'
import { Announcements } from '../shell/announcements.tsx'
import { RouteErrorPage } from '../shell/ErrorPage.tsx'
import { NoticeArea } from '../shell/NoticeArea.tsx'
import { SessionProvider } from '../sign-in/SessionProvider.tsx'
import { cssVariables, theme } from '../theme.ts'
import { config, contoso, session } from './examples.ts'
import { answer, fakeFetch } from './fake-fetch.ts'
import type { Answer } from './fake-fetch.ts'

/** Where in the portal a story takes place, and what the portal answers there. */
export interface Place {
  account?: Account
  /** The route's pattern and the address in it, for what reads its address. */
  route?: string
  at?: string
  answers?: Answer[]
  /** What the route fails with before anything is shown. */
  failure?: Error
}

/** For a story's `parameters`. */
export const withPortal = (place: Place) => ({ place })

interface StoryPortalProps {
  scheme: 'light' | 'dark'
  place: Place
  children: ReactNode
}

/** Everything a part of the portal expects around it, with the network replaced by the story's answers. */
export function StoryPortal({ scheme, place, children }: StoryPortalProps) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  const [router] = useState(() => startAt(place))
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      <NoticeArea />
      <Announcements />
      <SessionProvider session={session} config={config}>
        <QueryClientProvider client={queryClient}>
          <Shown value={children}>
            <RouterProvider router={router} />
          </Shown>
        </QueryClientProvider>
      </SessionProvider>
    </MantineProvider>
  )
}

const Shown = createContext<ReactNode>(null)

/** The router keeps its routes, and the story in them changes with its controls. */
const Story = () => use(Shown)

function startAt({ account = contoso, route = '*', at = '/', answers = [], failure }: Place) {
  authenticateCalls(session)
  globalThis.fetch = fakeFetch([...answers, ...everywhere])
  // A route that has something to load is not there at once, and a story would begin without it.
  const loader = () => Promise.reject(failure)
  return createMemoryRouter(
    [
      {
        element: <Outlet context={account} />,
        ErrorBoundary: RouteErrorPage,
        children: [
          { path: route, Component: Story, ...(failure && { loader, HydrateFallback: () => null }) },
          // Links of a story lead to itself.
          { path: '*', Component: Story },
        ],
      },
    ],
    { initialEntries: [at] },
  )
}

/** What the header prefetch on every page. */
const everywhere = [
  answer(listAccounts, [contoso]),
  answer(getWhoami, { kind: 'user', name: session.person.name, account: null, isAdministrator: false }),
]
