import { createInvitation } from '@plinth/contract/invitations.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { contoso, hoursAgo, inDays } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { answer, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { InviteDialog } from './InviteDialog.tsx'

const meta = {
  title: 'Invitations/Invite dialog',
  component: InviteDialog,
  args: { opened: true, onClose: fn() },
  beforeEach: fakeClipboard,
} satisfies Meta<typeof InviteDialog>
export default meta
type Story = StoryObj<typeof meta>

async function fillIn(email: string) {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Nina Newcomer')
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), email)
  await userEvent.tab()
}
const invite = () => userEvent.click(screen.getByRole('button', { name: 'Invite User' }))

export const Blank: Story = {}

export const InvalidAddress: Story = {
  play: async () => {
    await fillIn('nina@newcomer')
    await expect(await screen.findByText('Please enter a valid email address')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Invite User' })).toHaveAttribute('aria-disabled', 'true')
  },
}

export const Ready: Story = {
  parameters: withPortal({
    answers: [
      answer(createInvitation, {
        id: 5,
        email: 'nina@newcomer.example',
        displayName: 'Nina Newcomer',
        role: 'Viewer',
        invitationCode: 'Vx3k9Qm7Tz2Lb8Nf4sJgPaE5',
        isUsed: false,
        createdAt: hoursAgo(0),
        expiresAt: inDays(7),
        usedByEmail: null,
      }),
    ],
  }),
  play: async () => {
    await fillIn('nina@newcomer.example')
    await expect(screen.getByRole('radio', { name: 'User' })).toBeChecked()
    await userEvent.click(screen.getByRole('radio', { name: 'Viewer' }))
    await invite()
    await userEvent.click(await screen.findByRole('button', { name: 'Copy Link' }))
    await expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  },
}

export const Refused: Story = {
  parameters: withPortal({ answers: [answerProblem(createInvitation, 'already_member')] }),
  play: async () => {
    await fillIn('nina@newcomer.example')
    await invite()
    await expect(await screen.findByText('Failed to invite user')).toBeVisible()
  },
}

/** Users cannot make somebody an Owner. */
export const ForUser: Story = {
  parameters: withPortal({ account: { ...contoso, role: 'User', isSystemOwner: false } }),
  play: async () => {
    await expect(await screen.findByRole('radio', { name: 'Viewer' })).toBeVisible()
    await expect(screen.queryByRole('radio', { name: 'Owner' })).not.toBeInTheDocument()
  },
}
