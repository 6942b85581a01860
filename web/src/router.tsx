import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate } from 'react-router'

import { AccountLayout, ownHeader } from './accounts/AccountLayout.tsx'
import { AccountPages } from './accounts/AccountPages.tsx'
import { AccountsGate } from './accounts/AccountsGate.tsx'
import { Redirector } from './accounts/Redirector.tsx'
import { prefetch } from './prefetch.ts'
import { RouteErrorPage } from './shell/ErrorPage.tsx'
import { LoadingScreen } from './shell/LoadingScreen.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { loadFurtherTexts } from './texts/texts.ts'

/** The code of a page is loaded when the page is first opened, and so are its texts. */
const page = (load: () => Promise<ComponentType>) => async () => {
  const [Component] = await Promise.all([load(), loadFurtherTexts()])
  return { Component }
}

export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteErrorPage,
    HydrateFallback: LoadingScreen,
    children: [
      {
        path: '/signup',
        lazy: page(async () => (await import('./subscriptions/SignupPage.tsx')).SignupPage),
      },
      {
        // The code has already been removed from the address.
        path: '/acceptInvite',
        lazy: page(async () => (await import('./invitations/AcceptInvitePage.tsx')).AcceptInvitePage),
      },
      {
        // The secret has already been removed from the address. Nobody is signed in.
        path: '/share',
        lazy: page(async () => (await import('./share-links/SharePage.tsx')).SharePage),
      },
      {
        path: '/compose',
        lazy: page(async () => (await import('./compositions/ComposePage.tsx')).ComposePage),
      },
      {
        path: '/connections',
        handle: prefetch('accounts'),
        lazy: page(async () => (await import('./connections/ConnectionsPage.tsx')).ConnectionsPage),
      },
      {
        // The portal's authorization server sends people here, for an MCP client that wants to read an account.
        path: '/authorize/:uid',
        lazy: page(async () => (await import('./connected-agents/AuthorizePage.tsx')).AuthorizePage),
      },
      {
        path: '/admin',
        lazy: page(async () => (await import('./administration/AdminGate.tsx')).AdminGate),
        children: [
          { index: true, element: <Navigate to="/admin/accounts" replace /> },
          {
            path: 'accounts',
            lazy: page(async () => (await import('./administration/AccountsPage.tsx')).AccountsPage),
          },
          {
            path: 'marketplace',
            lazy: page(async () => (await import('./marketplace/MarketplacePage.tsx')).MarketplacePage),
          },
          {
            path: 'audit',
            lazy: page(async () => (await import('./audit/AuditPage.tsx')).AuditPage),
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
      {
        Component: AccountsGate,
        handle: prefetch('accounts'),
        children: [
          {
            path: '/account/:account',
            Component: AccountLayout,
            children: [
              { index: true, Component: Redirector, handle: prefetch('storybooks', 'members') },
              {
                path: 'storybook/:storybook',
                handle: ownHeader,
                lazy: page(async () => (await import('./viewer/ViewerPage.tsx')).ViewerPage),
              },
              {
                path: 'storybook/:storybook/version/:version',
                handle: ownHeader,
                lazy: page(async () => (await import('./viewer/ViewerPage.tsx')).ViewerPage),
              },
              ...['branch', 'commit', 'release'].map((by) => ({
                path: `storybook/:storybook/${by}/*`,
                handle: ownHeader,
                lazy: page(async () => (await import('./viewer/ViewerPage.tsx')).ViewerPage),
              })),
              {
                path: 'storybook/:storybook/compare/:range/story/:story',
                handle: ownHeader,
                lazy: page(async () => (await import('./compare/SideBySidePage.tsx')).SideBySidePage),
              },
              {
                Component: AccountPages,
                handle: prefetch('subscriptions'),
                children: [
                  {
                    path: 'getting-started',
                    handle: prefetch('storybooks', 'members', 'apiKeys'),
                    lazy: page(
                      async () =>
                        (await import('./getting-started/GettingStartedPage.tsx')).GettingStartedPage,
                    ),
                  },
                  {
                    path: 'storybooks',
                    handle: prefetch('storybooksPage', 'members'),
                    // The first page of most people: what it says is among the basic texts.
                    lazy: async () => ({
                      Component: (await import('./storybooks/StorybooksPage.tsx')).StorybooksPage,
                    }),
                  },
                  {
                    path: 'settings/:tab?',
                    handle: prefetch('members', 'invitations'),
                    lazy: page(async () => (await import('./settings/SettingsPage.tsx')).SettingsPage),
                  },
                  {
                    path: 'settings/webhooks/:webhook',
                    lazy: page(async () => (await import('./webhooks/WebhookPage.tsx')).WebhookPage),
                  },
                  {
                    path: 'storybook/:storybook/versions',
                    handle: prefetch('versionsPage'),
                    lazy: page(async () => (await import('./versions/VersionsPage.tsx')).VersionsPage),
                  },
                  {
                    path: 'search',
                    handle: prefetch('storybooks'),
                    lazy: page(async () => (await import('./search/SearchPage.tsx')).SearchPage),
                  },
                  {
                    path: 'components',
                    handle: prefetch('storybooks'),
                    lazy: page(async () => (await import('./contents/ComponentsPage.tsx')).ComponentsPage),
                  },
                  {
                    path: 'agents',
                    lazy: page(async () => (await import('./mcp/ConnectAgentPage.tsx')).ConnectAgentPage),
                  },
                  {
                    path: 'storybook/:storybook/components',
                    lazy: page(
                      async () =>
                        (await import('./contents/StorybookComponentsPage.tsx')).StorybookComponentsPage,
                    ),
                  },
                  {
                    path: 'storybook/:storybook/component/:component',
                    lazy: page(async () => (await import('./contents/ComponentPage.tsx')).ComponentPage),
                  },
                  {
                    path: 'storybook/:storybook/compare/:range?',
                    lazy: page(async () => (await import('./compare/ComparePage.tsx')).ComparePage),
                  },
                  { path: '*', Component: NotFoundPage },
                ],
              },
            ],
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
])
