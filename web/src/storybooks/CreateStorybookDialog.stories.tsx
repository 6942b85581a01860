import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { designSystem, handbook } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { CreateStorybookDialog } from './CreateStorybookDialog.tsx'

const folders = answer(listStorybooks, [designSystem, { ...handbook, folder: 'Marketing' }])

const meta = {
  title: 'Storybooks/Create storybook',
  component: CreateStorybookDialog,
  args: { opened: true, onClose: fn() },
  parameters: withPortal({ answers: [folders] }),
} satisfies Meta<typeof CreateStorybookDialog>
export default meta
type Story = StoryObj<typeof meta>

async function create(title: string) {
  const field = await screen.findByRole('textbox', { name: 'Title' })
  if (title) await userEvent.type(field, title)
  await userEvent.click(screen.getByRole('button', { name: 'Create Storybook' }))
  return field
}

export const Blank: Story = {}

/** Folders that there are already are offered. */
export const ChoosingAFolder: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('combobox', { name: 'Folder' }))
    await expect(await screen.findByRole('option', { name: 'Marketing' })).toBeVisible()
  },
}

export const TitleMissing: Story = {
  play: async () => {
    const field = await create('')
    await expect(await screen.findByText('Title is required')).toBeVisible()
    await expect(field).toBeInvalid()
  },
}

export const Saving: Story = {
  parameters: withPortal({ answers: [answerNever(createStorybook), folders] }),
  play: async () => {
    await expect(await create('Checkout')).toBeDisabled()
  },
}

export const Refused: Story = {
  parameters: withPortal({ answers: [answerProblem(createStorybook, 'unavailable'), folders] }),
  play: async () => {
    await create('Checkout')
    await expect(await screen.findByText('Failed to create storybook')).toBeVisible()
  },
}
