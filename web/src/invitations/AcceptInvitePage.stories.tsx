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

/** Each story has a code of its own, because a code is redeemed only once. */
const opened = (name: string, reply: Answer): Pick<Story, 'parameters' | 'beforeEach'> => ({
  beforeEach: () => storeLinkCode('invitation', `${name}-${Date.now()}`),
  parameters: withPortal({ route: '/acceptInvite', at: '/acceptInvite', answers: [reply] }),
})

const redeemed = answer(redeemInvitation, { accountPublicId: contoso.publicId })
const question = answerProblem(redeemInvitation, 'consent_required', { organizationName: 'Fabrikam' })

export const Processing: Story = opened('slow', answerNever(redeemInvitation))

export const Redeemed: Story = {
  ...opened('good', redeemed),
  play: async () => {
    await expect(await screen.findByRole('link', { name: 'Go to Home' })).toBeVisible()
  },
}

/** Another organisation than the person's own learns who they are, so they are asked. */
export const OfAnotherOrganisation: Story = {
  ...opened('foreign', question),
  play: async () => {
    await expect(await screen.findByText('Fabrikam')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Join' })).toBeEnabled())
    await expect(screen.getByRole('button', { name: 'Not now' })).toBeVisible()
  },
}

export const Joined: Story = {
  ...opened('joined', inTurn(question, redeemed)),
  play: async () => {
    const join = await screen.findByRole('button', { name: 'Join' })
    await expect(join).toBeDisabled()
    await waitFor(() => expect(join).toBeEnabled())
    // As when a window that lay over this one closes under a double click.
    dispatchEvent(new Event('focus'))
    await waitFor(() => expect(join).toBeDisabled())
    await waitFor(() => expect(join).toBeEnabled())
    await userEvent.click(join)
    await expect(await screen.findByRole('link', { name: 'Go to Home' })).toBeVisible()
  },
}

export const Used: Story = {
  ...opened('used', answerProblem(redeemInvitation, 'invitation_used')),
  play: async () => {
    await expect(await screen.findByText(/has been used already/)).toBeVisible()
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

/** What may pass can be tried again. */
export const Interrupted: Story = {
  ...opened('lost', answerProblem(redeemInvitation, 'unavailable')),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(readLinkCode('invitation')).not.toBe('')
  },
}

/** The first reply to the first call, and the second to those after it. */
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
