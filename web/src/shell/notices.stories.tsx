import { Button, Group } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'

import { noticeFailure, noticeSuccess } from './notices.tsx'

function Notices() {
  return (
    <Group>
      <Button variant="default" onClick={() => noticeSuccess('Account name updated successfully')}>
        Something went well
      </Button>
      <Button
        variant="default"
        onClick={() => noticeFailure('Failed to delete account', new Error('It still has two members.'))}
      >
        Something did not
      </Button>
    </Group>
  )
}

const meta = { title: 'Shell/Notices', component: Notices } satisfies Meta<typeof Notices>
export default meta
type Story = StoryObj<typeof meta>

/** Bottom right, for four seconds, at most five at a time. */
export const Success: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Something went well' }))
    await waitFor(() => expect(screen.getByText('Account name updated successfully')).toBeVisible())
  },
}

export const Failure: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Something did not' }))
    await waitFor(() => expect(screen.getByText('Failed to delete account')).toBeVisible())
  },
}
