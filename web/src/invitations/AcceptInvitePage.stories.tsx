import { redeemInvitation } from '@plinth/contract/invitations.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { answer, answerNever, refuse } from '../stories/answers.ts'
import type { Answer } from '../stories/answers.ts'
import { contoso } from '../stories/examples.ts'
import { takesPlace } from '../stories/InPortal.tsx'
import { AcceptInvitePage } from './AcceptInvitePage.tsx'

const meta = {
  title: 'Invitations/Accepting an invitation',
  component: AcceptInvitePage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof AcceptInvitePage>
export default meta
type Story = StoryObj<typeof meta>

/** Each story has a link of its own, because a link is redeemed only once. */
const opened = (code: string, reply: Answer) =>
  takesPlace({
    route: '/acceptInvite/:inviteToken',
    at: `/acceptInvite/${code}-${Date.now()}`,
    answers: [reply],
  })

export const Processing: Story = { parameters: opened('slow', answerNever(redeemInvitation)) }

export const Redeemed: Story = {
  parameters: opened('good', answer(redeemInvitation, { accountPublicId: contoso.publicId })),
  play: async () => {
    await expect(await screen.findByRole('link', { name: 'Go to Home' })).toBeVisible()
  },
}

export const Used: Story = {
  parameters: opened('used', refuse(redeemInvitation, 'invitation_used')),
  play: async () => {
    await expect(await screen.findByText(/has been used already/)).toBeVisible()
    await expect(screen.getByRole('link', { name: 'Return to Home' })).toBeVisible()
  },
}

/** What may pass can be tried again. */
export const Interrupted: Story = {
  parameters: opened('lost', refuse(redeemInvitation, 'unavailable')),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
