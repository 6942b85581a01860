import {
  deleteStorybook,
  getStorybookIcon,
  listStorybooks,
  updateStorybook,
} from '@plinth/contract/storybooks.ts'
import { listBranches } from '@plinth/contract/versions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, within } from 'storybook/test'

import { contoso, designSystem, iconBytes, iconOfDesignSystem, version } from '../stories/examples.ts'
import { answer, answerBytes, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { EditStorybookDialog } from './EditStorybookDialog.tsx'

const suggestions = [
  answer(listStorybooks, [designSystem]),
  answer(listBranches, [
    { name: 'main', isMain: false, versionCount: 3, newest: version },
    { name: 'feature/keyboard', isMain: false, versionCount: 1, newest: version },
    { name: null, isMain: false, versionCount: 1, newest: version },
  ]),
]

const meta = {
  title: 'Storybooks/Edit storybook',
  component: EditStorybookDialog,
  args: { storybook: designSystem, opened: true, onClose: fn() },
  parameters: withPortal({ answers: suggestions }),
} satisfies Meta<typeof EditStorybookDialog>
export default meta
type Story = StoryObj<typeof meta>

export const Unchanged: Story = {}

/** Users can require review, but not turn it off. */
export const ReviewRequired: Story = {
  args: { storybook: { ...designSystem, requiresReview: true } },
  parameters: withPortal({
    account: { ...contoso, role: 'User', isSystemOwner: false },
    answers: suggestions,
  }),
  play: async () => {
    const field = await screen.findByRole('checkbox', { name: 'Require review' })
    await expect(field).toBeChecked()
    await expect(field).toBeDisabled()
    await expect(screen.getByText(/Only an Owner can turn this off/)).toBeVisible()
  },
}

export const ChoosingAMainBranch: Story = {
  play: async () => {
    const field = await screen.findByRole('combobox', { name: 'Main branch' })
    await expect(field).toHaveAccessibleDescription(
      /Without one, the newest version of all branches is shown/,
    )
    await userEvent.click(field)
    await userEvent.click(await screen.findByRole('option', { name: 'feature/keyboard' }))
    await expect(field).toHaveValue('feature/keyboard')
  },
}

export const WithIcon: Story = {
  args: { storybook: { ...designSystem, icon: iconOfDesignSystem } },
  parameters: withPortal({ answers: [answerBytes(getStorybookIcon, iconBytes), ...suggestions] }),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Remove' })).toBeVisible()
    await expect(screen.getByText('Saved at once')).toBeVisible()
  },
}

/** Said before anything is sent. */
export const NotAPicture: Story = {
  play: async () => {
    await screen.findByRole('button', { name: 'Choose picture' })
    const field = document.querySelector<HTMLInputElement>('input[type=file]')
    if (field) await userEvent.upload(field, new File(['words'], 'notes.png', { type: 'image/png' }))
    await expect(await screen.findByText('The icon was not changed')).toBeVisible()
  },
}

export const DeleteQuestion: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Storybook' }))
    await expect(await screen.findByText(/It can be restored from the trash for 7 days/)).toBeVisible()
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
  parameters: withPortal({ answers: [answerProblem(updateStorybook, 'unavailable'), ...suggestions] }),
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
  parameters: withPortal({ answers: [answerProblem(deleteStorybook, 'unavailable'), ...suggestions] }),
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
