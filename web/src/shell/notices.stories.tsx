import { Button, Group } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'

import { showError, showSuccess, showNotice } from './notices.tsx'

function Notices() {
  return (
    <Group>
      <Button variant="default" onClick={() => showSuccess('Account name updated successfully')}>
        Show success
      </Button>
      <Button
        variant="default"
        onClick={() => showError('Failed to delete account', new Error('It still has two members.'))}
      >
        Show error
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
    await userEvent.click(screen.getByRole('button', { name: 'Show success' }))
    await waitFor(() => expect(screen.getByText('Account name updated successfully')).toBeVisible())
    await expect(screen.getByRole('alert')).toHaveStyle({ maxHeight: '200px' })
  },
}

export const Failure: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Show error' }))
    await waitFor(() => expect(screen.getByText('Failed to delete account')).toBeVisible())
  },
}

const six = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth']

/** The sixth appears when one of the others is closed. These do not close by themselves. */
export const MoreThanFive: Story = {
  render: () => (
    <Button
      variant="default"
      onClick={() => six.forEach((message) => showNotice({ message, autoClose: false }))}
    >
      Show six notices
    </Button>
  ),
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Show six notices' }))
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(5))
    await expect(screen.queryByText('Sixth')).toBeNull()
    const [first] = screen.getAllByRole('alert')
    await expect(first).toHaveTextContent('First')
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.getByText('Sixth')).toBeVisible())
    await waitFor(() => expect(screen.queryByText('First')).toBeNull())
  },
}
