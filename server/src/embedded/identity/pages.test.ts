import { expect, test } from 'vitest'

import { logoutPage } from './pages.ts'

const shownTo = { productName: 'Plinth', home: 'http://plinth.localhost', isPublicDemo: false }

test('signing out that the portal has asked for needs no other click', () => {
  const { html, contentSecurityPolicy } = logoutPage(shownTo, '<form></form>', { isAsked: true })
  expect(html).toContain('<script>')
  expect(contentSecurityPolicy).toContain('script-src')
})

test('signing out that somebody else’s page leads to is a question', () => {
  const { html, contentSecurityPolicy } = logoutPage(shownTo, '<form></form>', { isAsked: false })
  expect(html).toContain('Sign out?')
  expect(html).not.toContain('<script>')
  expect(contentSecurityPolicy).not.toContain('script-src')
})
