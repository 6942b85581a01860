import { listInvitations, renewInvitation } from '@plinth/contract/invitations.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { hoursAgo, inDays } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { invitations } from '../stories/settings-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { InvitationsSection } from './InvitationsSection.tsx'

const meta = {
  title: 'Invitations/Recent invitations',
  component: InvitationsSection,
} satisfies Meta<typeof InvitationsSection>
export default meta
type Story = StoryObj<typeof meta>

const some = withPortal({ answers: [answer(listInvitations, invitations)] })

export const Filled: Story = {
  parameters: some,
  play: async () => {
    await expect(await screen.findByText('by consultant@fabrikam.example')).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: withPortal({ answers: [answer(listInvitations, [])] }),
  play: async () => {
    await expect(await screen.findByText('No invitations found')).toBeVisible()
  },
}

export const Loading: Story = { parameters: withPortal({ answers: [answerNever(listInvitations)] }) }

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listInvitations, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch data')).toBeVisible()
  },
}

export const DeleteQuestion: Story = {
  parameters: some,
  play: async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: 'Delete invitation for nina@newcomer.example' }),
    )
    await expect(await screen.findByRole('dialog')).toBeVisible()
  },
}

const openRenewal = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'New link for nina@newcomer.example' }))
  return screen.findByRole('button', { name: 'Create New Link' })
}

export const RenewQuestion: Story = {
  parameters: some,
  play: async () => {
    await expect(await openRenewal()).toBeVisible()
  },
}

export const Renewed: Story = {
  parameters: withPortal({
    answers: [
      answer(listInvitations, invitations),
      answer(renewInvitation, {
        id: 4,
        email: 'nina@newcomer.example',
        displayName: 'Nina Newcomer',
        role: 'User',
        invitationCode: 'Qm7Tz2Lb8Nf4sJgPaE5Vx3k9',
        isUsed: false,
        createdAt: hoursAgo(20),
        expiresAt: inDays(7),
        usedByEmail: null,
      }),
    ],
  }),
  play: async () => {
    await userEvent.click(await openRenewal())
    await expect(await screen.findByRole('button', { name: 'Copy Link' })).toBeVisible()
  },
}

export const RenewalRefused: Story = {
  parameters: withPortal({
    answers: [answer(listInvitations, invitations), answerProblem(renewInvitation, 'invitation_used')],
  }),
  play: async () => {
    await userEvent.click(await openRenewal())
    await expect(await screen.findByText('Failed to create a new link')).toBeVisible()
  },
}
