import { setStorageLimit } from '@plinth/contract/storage.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { administeredContoso } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { StorageLimitDialog } from './StorageLimitDialog.tsx'

const meta = {
  title: 'Storage/Storage limit',
  component: StorageLimitDialog,
  args: { account: administeredContoso, opened: true, onClose: fn() },
} satisfies Meta<typeof StorageLimitDialog>
export default meta
type Story = StoryObj<typeof meta>

async function enter(limit: string) {
  const field = await screen.findByRole('textbox', { name: 'Limit in GB' })
  await userEvent.clear(field)
  if (limit) await userEvent.type(field, limit)
  return field
}

async function save(limit: string) {
  const field = await enter(limit)
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  return field
}

export const DefaultLimit: Story = {}

export const OwnLimit: Story = {
  args: { account: { ...administeredContoso, storageLimitBytes: 200e9, hasOwnStorageLimit: true } },
  parameters: withPortal({ answers: [answer(setStorageLimit, { usedBytes: 8.4e9, limitBytes: 50e9 })] }),
  play: async ({ args }) => {
    await expect(await screen.findByRole('textbox', { name: 'Limit in GB' })).toHaveValue('200')
    await save('')
    await expect(args.onClose).toHaveBeenCalled()
  },
}

export const NotANumber: Story = {
  play: async () => {
    await expect(await save('much')).toBeInvalid()
  },
}

export const LowerThanUsage: Story = {
  play: async () => {
    await enter('5')
    await expect(await screen.findByText(/Nothing is deleted/)).toBeVisible()
  },
}

export const Saving: Story = {
  parameters: withPortal({ answers: [answerNever(setStorageLimit)] }),
  play: async () => {
    await expect(await save('100')).toBeDisabled()
  },
}

export const Refused: Story = {
  parameters: withPortal({ answers: [answerProblem(setStorageLimit, 'unavailable')] }),
  play: async () => {
    await save('100')
    await expect(await screen.findByText('Failed to change the storage limit')).toBeVisible()
  },
}
