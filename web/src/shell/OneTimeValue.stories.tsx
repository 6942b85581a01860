import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { inDays } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { OneTimeValue } from './OneTimeValue.tsx'

const meta = {
  title: 'Shell/One-time value',
  component: OneTimeValue,
  beforeEach: fakeClipboard,
  args: {
    introduction: 'Main pipeline is ready. Send it in the X-API-Key header.',
    label: 'API key',
    value: 'plk_7Hq2mVw9xKc4TzR8yLb3NfD6sJg1PaE5a1B2c3',
    action: 'Copy Key',
    expiresAt: inDays(365),
    note: 'Copy the key now and store it with your other secrets. It will not be shown again.',
    doneUncopied: 'I have saved the key',
    onClose: fn(),
  },
} satisfies Meta<typeof OneTimeValue>
export default meta
type Story = StoryObj<typeof meta>

export const Key: Story = {}

export const Copied: Story = {
  play: async ({ args }) => {
    await userEvent.click(screen.getByRole('button', { name: 'Copy Key' }))
    await expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}

export const Link: Story = {
  args: {
    introduction: 'Share this link with Dana Ito to let them join Contoso.',
    label: 'Invitation link',
    value: 'https://plinth.example/acceptInvite/Vx3k9Qm7Tz2Lb8Nf4sJgPaE5',
    action: 'Copy Link',
    expiresAt: inDays(7),
    note: 'The link will not be shown again. Anybody who has it can use it once, so share it with care.',
  },
}
