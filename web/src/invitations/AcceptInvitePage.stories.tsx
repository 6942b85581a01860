import { redeemInvitation } from '@plinth/contract/invitations.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'

import { clearLinkCode, storeLinkCode, readLinkCode } from '../link-codes.ts'
import { contoso } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import type { Answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { AcceptInvitePage } from './AcceptInvitePage.tsx'

const meta = {
  title: 'Invitations/Accepting an invitation',
  component: AcceptInvitePage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof AcceptInvitePage>
export default meta
type Story = StoryObj<typeof meta>

/** Each story has its own code, because a code is redeemed only once. */
const withCode = (name: string, reply: Answer): Pick<Story, 'parameters' | 'beforeEach'> => ({
  beforeEach: () => storeLinkCode('invitation', `${name}-${Date.now()}`),
  parameters: withPortal({ route: '/acceptInvite', at: '/acceptInvite', answers: [reply] }),
})

const redeemed = answer(redeemInvitation, {
  accountPublicId: contoso.publicId,
  accountName: contoso.name,
  role: 'User',
})
const question = answerProblem(redeemInvitation, 'consent_required', {
  organizationName: 'Fabrikam',
  role: 'Viewer',
  invitedBy: 'Mallory Fields (mallory@fabrikam.example)',
})

export const Processing: Story = withCode('slow', answerNever(redeemInvitation))

export const Redeemed: Story = {
  ...withCode('good', redeemed),
  play: async () => {
    await expect(await screen.findByRole('link', { name: 'Go to Home' })).toBeVisible()
    await expect(screen.getByText('Contoso')).toBeVisible()
  },
}

/** People are asked before another organisation can see who they are. */
export const OfAnotherOrganisation: Story = {
  ...withCode('foreign', question),
  play: async () => {
    await expect(await screen.findByText('Fabrikam')).toBeVisible()
    await expect(screen.getByText('Mallory Fields (mallory@fabrikam.example)')).toBeVisible()
    await expect(screen.getByText(/Your role there: Viewer\./)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Join' })).toBeEnabled())
    await expect(screen.getByRole('button', { name: 'Not now' })).toBeVisible()
  },
}

export const Joined: Story = {
  ...withCode('joined', inTurn(question, redeemed)),
  play: async () => {
    const join = await screen.findByRole('button', { name: 'Join' })
    await expect(join).toBeDisabled()
    await waitFor(() => expect(join).toBeEnabled())
    // As if a window on top had closed during a double click.
    dispatchEvent(new Event('focus'))
    await waitFor(() => expect(join).toBeDisabled())
    await waitFor(() => expect(join).toBeEnabled())
    await userEvent.click(join)
    await expect(await screen.findByRole('link', { name: 'Go to Home' })).toBeVisible()
  },
}

export const Used: Story = {
  ...withCode('used', answerProblem(redeemInvitation, 'invitation_used')),
  play: async () => {
    await expect(await screen.findByText(/has already been used/)).toBeVisible()
    await expect(screen.getByRole('link', { name: 'Return to Home' })).toBeVisible()
    await expect(readLinkCode('invitation')).toBe('')
  },
}

export const WithoutACode: Story = {
  beforeEach: () => clearLinkCode('invitation'),
  parameters: withPortal({ route: '/acceptInvite', at: '/acceptInvite' }),
  play: async () => {
    await expect(await screen.findByText('Invalid invitation token')).toBeVisible()
  },
}

/** Transient errors can be retried. */
export const Interrupted: Story = {
  ...withCode('lost', answerProblem(redeemInvitation, 'unavailable')),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(readLinkCode('invitation')).not.toBe('')
  },
}

/** One answer for the first call, and another for later calls. */
function inTurn(first: Answer, then: Answer): Answer {
  let isFirst = true
  return {
    ...first,
    respond: () => {
      const reply = isFirst ? first : then
      isFirst = false
      return reply.respond()
    },
  }
}
