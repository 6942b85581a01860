import { expect, test } from 'vitest'

import { logoutPage } from './pages.ts'

const pageOptions = { productName: 'Plinth', home: 'http://plinth.localhost', isPublicDemo: false }

test('a sign-out that the portal requests needs no confirmation', () => {
  const { html, contentSecurityPolicy } = logoutPage(pageOptions, '<form></form>', { isConfirmed: true })
  expect(html).toContain('<script>')
  expect(contentSecurityPolicy).toMatch(/script-src 'self' 'sha256-[^']+';/)
})

test('a sign-out from another page must be confirmed', () => {
  const { html, contentSecurityPolicy } = logoutPage(pageOptions, '<form></form>', { isConfirmed: false })
  expect(html).toContain('Sign out?')
  expect(html).not.toContain('<script>')
  expect(contentSecurityPolicy).toContain("script-src 'self';")
})
