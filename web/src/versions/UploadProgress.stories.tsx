import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { UploadProgress } from './UploadProgress.tsx'

const meta = {
  title: 'Versions/Upload progress',
  component: UploadProgress,
  args: { state: { step: 'checking' } },
} satisfies Meta<typeof UploadProgress>
export default meta
type Story = StoryObj<typeof meta>

export const JustStarted: Story = {
  args: { state: { step: 'sending', done: 0, total: 43_500_000, estimate: undefined } },
}

/** A folder is zipped before it is sent. */
export const Zipping: Story = {
  args: { state: { step: 'zipping', done: 21_000_000, total: 43_500_000, estimate: undefined } },
}

export const Sending: Story = {
  args: {
    state: {
      step: 'sending',
      done: 30_900_000,
      total: 43_500_000,
      estimate: { bytesPerSecond: 12_000_000, secondsLeft: 3 },
    },
  },
  play: async () => {
    await expect(screen.getByText('71 %')).toBeVisible()
  },
}

/** All bytes are there; how long the server looks at them nobody can tell. */
export const Checking: Story = {}
