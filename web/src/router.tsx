import { createBrowserRouter, Navigate } from 'react-router'

import { AccountLayout } from './accounts/AccountLayout.tsx'
import { AccountPages } from './accounts/AccountPages.tsx'
import { AccountsGate } from './accounts/AccountsGate.tsx'
import { Redirector } from './accounts/Redirector.tsx'
import { asks } from './ask-ahead.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { NotFound } from './shell/NotFound.tsx'

/** Pages are fetched when they are first opened. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      {
        path: '/signup',
        lazy: async () => ({ Component: (await import('./signup/SignupPage.tsx')).SignupPage }),
      },
      {
        // The code behind it has been taken out of the address already.
        path: '/acceptInvite',
        lazy: async () => ({
          Component: (await import('./invitations/AcceptInvitePage.tsx')).AcceptInvitePage,
        }),
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
              Component: (await import('./administration/MarketplacePage.tsx')).MarketplacePage,
            }),
          },
          {
            path: 'audit',
            lazy: async () => ({ Component: (await import('./administration/AuditPage.tsx')).AuditPage }),
          },
          { path: '*', Component: NotFound },
        ],
      },
      {
        Component: AccountsGate,
        handle: asks('accounts'),
        children: [
          {
            path: '/account/:account',
            Component: AccountLayout,
            children: [
              { index: true, Component: Redirector, handle: asks('storybooks', 'members') },
              {
                path: 'storybook/:storybook',
                lazy: async () => ({ Component: (await import('./viewer/ViewerPage.tsx')).ViewerPage }),
              },
              {
                path: 'storybook/:storybook/version/:version',
                lazy: async () => ({ Component: (await import('./viewer/ViewerPage.tsx')).ViewerPage }),
              },
              {
                Component: AccountPages,
                handle: asks('subscriptions'),
                children: [
                  {
                    path: 'getting-started',
                    handle: asks('storybooks', 'members', 'apiKeys'),
                    lazy: async () => ({
                      Component: (await import('./getting-started/GettingStartedPage.tsx'))
                        .GettingStartedPage,
                    }),
                  },
                  {
                    path: 'storybooks',
                    handle: asks('storybooks', 'members'),
                    lazy: async () => ({
                      Component: (await import('./storybooks/StorybooksPage.tsx')).StorybooksPage,
                    }),
                  },
                  {
                    path: 'settings/:tab?',
                    handle: asks('members', 'invitations'),
                    lazy: async () => ({
                      Component: (await import('./settings/SettingsPage.tsx')).SettingsPage,
                    }),
                  },
                  {
                    path: 'storybook/:storybook/versions',
                    lazy: async () => ({
                      Component: (await import('./versions/VersionsPage.tsx')).VersionsPage,
                    }),
                  },
                  { path: '*', Component: NotFound },
                ],
              },
            ],
          },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
])
