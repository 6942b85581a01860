import { listAccounts } from '@plinth/contract/accounts.ts'
import { signUp } from '@plinth/contract/subscriptions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Route, Routes } from 'react-router'
import { expect, screen } from 'storybook/test'

import { clearLinkCode, storeLinkCode, readLinkCode } from '../link-codes.ts'
import { contoso } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import type { Answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { SignupPage } from './SignupPage.tsx'

const meta = {
  title: 'Subscriptions/Account setup',
  component: SignupPage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof SignupPage>
export default meta
type Story = StoryObj<typeof meta>

export const WithoutAToken: Story = {
  beforeEach: () => clearLinkCode('purchase'),
  parameters: withPortal({ at: '/signup' }),
  play: async () => {
    await expect(await screen.findByText('Setup Error')).toBeVisible()
    await expect(screen.getByText(/No setup token provided/)).toBeVisible()
  },
}

const organizationCall = { method: 'GET', path: '/v1.0/organization' } as const

const knownOrganization: Answer = {
  endpoint: organizationCall,
  respond: async () =>
    Response.json({ value: [{ id: contoso.microsoftTenantId, displayName: contoso.name }] }),
}

export const Processing: Story = {
  beforeEach: () => storeLinkCode('purchase', 'a-token'),
  parameters: withPortal({ at: '/signup', answers: [answerNever(organizationCall)] }),
}

/** Shown for three seconds with a notice; then the account opens. */
export const Done: Story = {
  beforeEach: () => storeLinkCode('purchase', `bought-${Date.now()}`),
  parameters: withPortal({
    at: '/signup',
    answers: [knownOrganization, answer(signUp, { accountPublicId: contoso.publicId })],
  }),
  render: () => (
    <Routes>
      <Route path="/signup" element={<SignupPage />} />
      <Route path="*" element={<p>The account</p>} />
    </Routes>
  ),
  play: async () => {
    const [dashboard] = await Promise.all([
      screen.findByRole('link', { name: 'Go to Dashboard' }),
      screen.findByText('Your account is ready'),
      screen.findByText('Account set up successfully'),
    ])
    await expect(dashboard).toHaveAttribute('href', `/account/${contoso.publicId}`)
  },
}

/** A second purchase of the same organisation has an account of its own, with the same name. */
export const DoneAgain: Story = {
  ...Done,
  beforeEach: () => storeLinkCode('purchase', `again-${Date.now()}`),
  parameters: withPortal({
    at: '/signup',
    answers: [
      knownOrganization,
      answer(signUp, { accountPublicId: contoso.publicId }),
      answer(listAccounts, [contoso, { ...contoso, publicId: 'k2d8s1v5' }]),
    ],
  }),
  play: async () => {
    await expect(await screen.findByText(/You belong to another account named Contoso/)).toBeVisible()
  },
}

/** The token can never be used again. */
export const NotValid: Story = {
  beforeEach: () => storeLinkCode('purchase', `old-${Date.now()}`),
  parameters: withPortal({
    at: '/signup',
    answers: [knownOrganization, answerProblem(signUp, 'purchase_invalid')],
  }),
  play: async () => {
    await expect(await screen.findByText(/no longer valid/)).toBeVisible()
    await expect(readLinkCode('purchase')).toBe('')
  },
}

/** The token stays valid for another person. */
export const OfAnotherOrganisation: Story = {
  beforeEach: () => storeLinkCode('purchase', `foreign-${Date.now()}`),
  parameters: withPortal({
    at: '/signup',
    answers: [knownOrganization, answerProblem(signUp, 'purchase_of_another_tenant')],
  }),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Switch Account' })).toBeVisible()
    await expect(readLinkCode('purchase')).not.toBe('')
  },
}
