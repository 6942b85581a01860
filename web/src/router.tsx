import { createBrowserRouter, Navigate } from 'react-router'

import { AccountLayout } from './accounts/AccountLayout.tsx'
import { AccountPages } from './accounts/AccountPages.tsx'
import { AccountsGate } from './accounts/AccountsGate.tsx'
import { Redirector } from './accounts/Redirector.tsx'
import { prefetch } from './prefetch.ts'
import { RouteErrorPage } from './shell/ErrorPage.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'

/** The code of a page is loaded when the page is first opened. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteErrorPage,
    HydrateFallback: () => null,
    children: [
      {
        path: '/signup',
        lazy: async () => ({ Component: (await import('./subscriptions/SignupPage.tsx')).SignupPage }),
      },
      {
        // The code has already been removed from the address.
        path: '/acceptInvite',
        lazy: async () => ({
          Component: (await import('./invitations/AcceptInvitePage.tsx')).AcceptInvitePage,
        }),
      },
      {
        // The secret has already been removed from the address. Nobody is signed in.
        path: '/share',
        lazy: async () => ({ Component: (await import('./share-links/SharePage.tsx')).SharePage }),
      },
      {
        path: '/admin',
        lazy: async () => ({ Component: (await import('./administration/AdminGate.tsx')).AdminGate }),
        children: [
          { index: true, element: <Navigate to="/admin/accounts" replace /> },
          {
            path: 'accounts',
            lazy: async () => ({
              Component: (await import('./administration/AccountsPage.tsx')).AccountsPage,
            }),
          },
          {
            path: 'marketplace',
            lazy: async () => ({
              Component: (await import('./marketplace/MarketplacePage.tsx')).MarketplacePage,
            }),
          },
          {
            path: 'audit',
            lazy: async () => ({ Component: (await import('./audit/AuditPage.tsx')).AuditPage }),
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
                lazy: async () => ({ Component: (await import('./viewer/ViewerPage.tsx')).ViewerPage }),
              },
              {
                path: 'storybook/:storybook/version/:version',
                lazy: async () => ({ Component: (await import('./viewer/ViewerPage.tsx')).ViewerPage }),
              },
              ...['branch', 'commit', 'release'].map((by) => ({
                path: `storybook/:storybook/${by}/*`,
                lazy: async () => ({ Component: (await import('./viewer/ViewerPage.tsx')).ViewerPage }),
              })),
              {
                path: 'storybook/:storybook/compare/:range/story/:story',
                lazy: async () => ({
                  Component: (await import('./compare/SideBySidePage.tsx')).SideBySidePage,
                }),
              },
              {
                Component: AccountPages,
                handle: prefetch('subscriptions'),
                children: [
                  {
                    path: 'getting-started',
                    handle: prefetch('storybooks', 'members', 'apiKeys'),
                    lazy: async () => ({
                      Component: (await import('./getting-started/GettingStartedPage.tsx'))
                        .GettingStartedPage,
                    }),
                  },
                  {
                    path: 'storybooks',
                    handle: prefetch('storybooksPage', 'members'),
                    lazy: async () => ({
                      Component: (await import('./storybooks/StorybooksPage.tsx')).StorybooksPage,
                    }),
                  },
                  {
                    path: 'settings/:tab?',
                    handle: prefetch('members', 'invitations'),
                    lazy: async () => ({
                      Component: (await import('./settings/SettingsPage.tsx')).SettingsPage,
                    }),
                  },
                  {
                    path: 'settings/webhooks/:webhook',
                    lazy: async () => ({
                      Component: (await import('./webhooks/WebhookPage.tsx')).WebhookPage,
                    }),
                  },
                  {
                    path: 'storybook/:storybook/versions',
                    lazy: async () => ({
                      Component: (await import('./versions/VersionsPage.tsx')).VersionsPage,
                    }),
                  },
                  {
                    path: 'search',
                    handle: prefetch('storybooks'),
                    lazy: async () => ({ Component: (await import('./search/SearchPage.tsx')).SearchPage }),
                  },
                  {
                    path: 'components',
                    handle: prefetch('storybooks'),
                    lazy: async () => ({
                      Component: (await import('./contents/ComponentsPage.tsx')).ComponentsPage,
                    }),
                  },
                  {
                    path: 'storybook/:storybook/components',
                    lazy: async () => ({
                      Component: (await import('./contents/StorybookComponentsPage.tsx'))
                        .StorybookComponentsPage,
                    }),
                  },
                  {
                    path: 'storybook/:storybook/component/:component',
                    lazy: async () => ({
                      Component: (await import('./contents/ComponentPage.tsx')).ComponentPage,
                    }),
                  },
                  {
                    path: 'storybook/:storybook/compare/:range?',
                    lazy: async () => ({
                      Component: (await import('./compare/ComparePage.tsx')).ComparePage,
                    }),
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
