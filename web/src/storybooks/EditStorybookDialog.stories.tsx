import { deleteStorybook, updateStorybook } from '@plinth/contract/storybooks.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, within } from 'storybook/test'

import { designSystem } from '../stories/examples.ts'
import { answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { EditStorybookDialog } from './EditStorybookDialog.tsx'

const meta = {
  title: 'Storybooks/Edit storybook',
  component: EditStorybookDialog,
  args: { storybook: designSystem, opened: true, onClose: fn() },
} satisfies Meta<typeof EditStorybookDialog>
export default meta
type Story = StoryObj<typeof meta>

export const Unchanged: Story = {}

export const DeleteQuestion: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Storybook' }))
    await expect(await screen.findByText(/This action cannot be undone/)).toBeVisible()
  },
}

/** The messages logged during `act`. The spy is removed afterwards, because failing stories are detected by their logs. */
async function loggedWhile(act: () => Promise<void>): Promise<unknown[]> {
  const log = spyOn(console, 'error').mockImplementation(() => {})
  try {
    await act()
    return log.mock.calls.map(([what]) => what as unknown)
  } finally {
    log.mockRestore()
  }
}

/** Logged for operators, and shown to the user. */
export const ChangeRefused: Story = {
  parameters: withPortal({ answers: [answerProblem(updateStorybook, 'unavailable')] }),
  play: async () => {
    const save = await screen.findByRole('button', { name: 'Save Changes' })
    const logged = await loggedWhile(async () => {
      await userEvent.click(save)
      await expect(await screen.findByText('Nothing was changed')).toBeVisible()
    })
    await expect(logged).toEqual(['Failed to update storybook'])
  },
}

export const DeletionRefused: Story = {
  parameters: withPortal({ answers: [answerProblem(deleteStorybook, 'unavailable')] }),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Storybook' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete Storybook' }))
    const logged = await loggedWhile(async () => {
      await userEvent.click(question.getByRole('button', { name: 'Delete Storybook' }))
      await expect(await question.findByRole('alert')).toBeVisible()
    })
    await expect(logged).toEqual(['Failed to delete storybook'])
  },
}
