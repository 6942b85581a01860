import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { UploadProgress } from './UploadProgress.tsx'

const meta = {
  title: 'Versions/Upload progress',
  component: UploadProgress,
  args: { state: { step: 'checking' }, onCancel: fn() },
} satisfies Meta<typeof UploadProgress>
export default meta
type Story = StoryObj<typeof meta>

export const JustStarted: Story = {
  args: { state: { step: 'sending', sent: 0, total: 43_500_000, estimate: undefined } },
}

export const Sending: Story = {
  args: {
    state: {
      step: 'sending',
      sent: 30_900_000,
      total: 43_500_000,
      estimate: { bytesPerSecond: 12_000_000, secondsLeft: 3 },
    },
  },
  play: async ({ args }) => {
    await expect(screen.getByText('71 %')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await expect(args.onCancel).toHaveBeenCalledOnce()
  },
}

/** All bytes are there; how long the server looks at them nobody can tell. */
export const Checking: Story = {}
