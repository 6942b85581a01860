import type { Meta, StoryObj } from '@storybook/react-vite'
import { IconLink } from '@tabler/icons-react'
import { expect, screen, userEvent } from 'storybook/test'

import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { CopyAction } from './CopyAction.tsx'

const meta = {
  title: 'Shell/Copy action',
  component: CopyAction,
  beforeEach: fakeClipboard,
  args: { value: 'z8y4p1d6', label: 'Copy the public ID' },
} satisfies Meta<typeof CopyAction>
export default meta
type Story = StoryObj<typeof meta>

export const Text: Story = {}

export const Link: Story = { args: { value: () => location.href, label: 'Copy link', icon: IconLink } }

/** Shown for two seconds. */
export const Copied: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Copy the public ID' }))
    await expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  },
}
