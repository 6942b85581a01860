import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'

import { ConfirmDialog } from './ConfirmDialog.tsx'

const mutation = { mutate: fn(), reset: fn(), isPending: false, error: null as unknown }

const meta = {
  title: 'Shell/Confirm dialog',
  component: ConfirmDialog,
  args: {
    opened: true,
    action: 'Delete Storybook',
    errorTitle: 'Nothing was deleted',
    question: (
      <>
        Are you sure you want to delete <b>Design System</b>? This action cannot be undone.
      </>
    ),
    mutation,
    onClose: fn(),
  },
} satisfies Meta<typeof ConfirmDialog>
export default meta
type Story = StoryObj<typeof meta>

/** Cancel has the focus, so that a single key press deletes nothing. */
export const Question: Story = {
  play: async ({ args }) => {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await userEvent.click(screen.getByRole('button', { name: 'Delete Storybook' }))
    await expect(args.mutation.mutate).toHaveBeenCalledOnce()
  },
}

export const Working: Story = { args: { mutation: { ...mutation, isPending: true } } }

export const Failed: Story = {
  args: { mutation: { ...mutation, error: new Error('The connection was lost. Try again.') } },
}
