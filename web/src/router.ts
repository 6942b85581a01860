// Before the router reads the address.
import './store-link-code.ts'
import type { ComponentType } from 'react'
import { createBrowserRouter, redirect } from 'react-router'

import { ownHeader } from './accounts/own-header.ts'
import type * as layouts from './layouts.ts'
import { loadCode } from './load-code.ts'
import { prefetch } from './prefetch.ts'
import { loadTexts, withFurtherTexts } from './texts/texts.ts'

/** The language of the page. Before the router, which loads what its pages say. */
export const language = chooseLanguage()

/** Asynchronous, so that a failure is left to whoever waits for the language and does not end this module. */
async function chooseLanguage() {
  return loadTexts(navigator.languages)
}

/** The code of a page is loaded when the page is first opened, and so are its texts. */
const page = (load: () => Promise<ComponentType>) => async () => ({ Component: await withFurtherTexts(load) })

/** What the pages that people open first say is among the basic texts. */
const firstPage = (load: () => Promise<ComponentType>) => async () => ({ Component: await loadCode(load) })

/** What is around the pages comes with the code that renders. */
const layout = (name: Exclude<keyof typeof layouts, ErrorPageName>) => async () => ({
  Component: (await loadLayouts())[name],
})

/** What is shown in place of the pages below if one cannot be loaded or shown. What is around them stays. */
const errorPage = (name: ErrorPageName) => async () => ({ ErrorBoundary: (await loadLayouts())[name] })
type ErrorPageName = 'RouteErrorPage' | 'PageErrorPage' | 'ViewerErrorPage'

const loadLayouts = async () => (await loadCode(() => import('./app.tsx'))).layouts

export const router = createBrowserRouter([
  {
    lazy: errorPage('RouteErrorPage'),
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
          {
            lazy: errorPage('PageErrorPage'),
            children: [
              { index: true, loader: () => redirect('/admin/accounts') },
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
              { path: '*', lazy: layout('NotFoundPage') },
            ],
          },
        ],
      },
      {
        lazy: layout('AccountsGate'),
        handle: prefetch('accounts'),
        children: [
          {
            path: '/account/:account',
            lazy: layout('AccountLayout'),
            children: [
              { index: true, lazy: layout('Redirector'), handle: prefetch('storybooks', 'members') },
              {
                lazy: errorPage('ViewerErrorPage'),
                children: [
                  ...['', '/version/:version', '/branch/*', '/commit/*', '/release/*'].map((version) => ({
                    path: `storybook/:storybook${version}`,
                    handle: ownHeader,
                    lazy: page(async () => (await import('./viewer/ViewerPage.tsx')).ViewerPage),
                  })),
                  {
                    path: 'storybook/:storybook/compare/:range/story/:story',
                    handle: ownHeader,
                    lazy: page(async () => (await import('./compare/SideBySidePage.tsx')).SideBySidePage),
                  },
                ],
              },
              {
                lazy: layout('AccountPages'),
                handle: prefetch('subscriptions'),
                children: [
                  {
                    lazy: errorPage('PageErrorPage'),
                    children: [
                      {
                        path: 'getting-started',
                        handle: prefetch('storybooks', 'members', 'apiKeys'),
                        lazy: firstPage(
                          async () =>
                            (await import('./getting-started/GettingStartedPage.tsx')).GettingStartedPage,
                        ),
                      },
                      {
                        path: 'storybooks',
                        handle: prefetch('storybooksPage', 'members'),
                        lazy: firstPage(
                          async () => (await import('./storybooks/StorybooksPage.tsx')).StorybooksPage,
                        ),
                      },
                      {
                        path: 'settings/:tab?',
                        handle: prefetch('members', 'invitations'),
                        lazy: firstPage(
                          async () => (await import('./settings/SettingsPage.tsx')).SettingsPage,
                        ),
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
                        lazy: page(
                          async () => (await import('./contents/ComponentsPage.tsx')).ComponentsPage,
                        ),
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
                      { path: '*', lazy: layout('NotFoundPage') },
                    ],
                  },
                ],
              },
            ],
          },
          { path: '*', lazy: layout('NotFoundPage') },
        ],
      },
    ],
  },
])

/** Resolves when the code of the opened page is there. */
export const whenRouterStarted = () =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) resolve()
    else router.subscribe(({ initialized }) => initialized && resolve())
  })
