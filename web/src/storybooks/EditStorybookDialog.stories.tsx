import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { designSystem } from '../stories/examples.ts'
import { EditStorybookDialog } from './EditStorybookDialog.tsx'

const meta = {
  title: 'Storybooks/Edit storybook',
  component: EditStorybookDialog,
  args: { storybook: designSystem, opened: true, onClose: fn() },
} satisfies Meta<typeof EditStorybookDialog>
export default meta
type Story = StoryObj<typeof meta>

export const AsItIs: Story = {}

export const DeleteQuestion: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Storybook' }))
    await expect(await screen.findByText(/This action cannot be undone/)).toBeVisible()
  },
}
