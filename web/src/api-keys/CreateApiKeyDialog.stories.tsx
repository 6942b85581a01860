import { createApiKey } from '@plinth/contract/api-keys.ts'
import { listStorybooks } from '@plinth/contract/storybooks.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { designSystem, hoursAgo, icons, inDays } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { answer, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { CreateApiKeyDialog } from './CreateApiKeyDialog.tsx'

const meta = {
  title: 'API keys/Create API key',
  component: CreateApiKeyDialog,
  args: { opened: true, onClose: fn() },
  beforeEach: fakeClipboard,
} satisfies Meta<typeof CreateApiKeyDialog>
export default meta
type Story = StoryObj<typeof meta>

async function create(name: string) {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), name)
  await userEvent.click(screen.getByRole('button', { name: 'Create API Key' }))
}

export const Blank: Story = {
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Create API Key' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  },
}

export const NameMissing: Story = {
  play: async () => {
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await userEvent.type(field, 'CI')
    await userEvent.clear(field)
    await expect(await screen.findByText('Name is required')).toBeVisible()
    await userEvent.tab()
    await expect(field).not.toHaveFocus()
    await expect(screen.getByText('Name is required')).toBeVisible()
    await expect(field).toBeInvalid()
    await expect(screen.getByRole('button', { name: 'Create API Key' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  },
}

/** The key is shown once: until it is copied, only the dialog's own button closes it. */
export const Ready: Story = {
  parameters: withPortal({
    answers: [
      answer(createApiKey, {
        id: 4,
        name: 'GitHub Actions',
        key: 'plk_7Hq2mVw9xKc4TzR8yLb3NfD6sJg1PaE5a1B2c3',
        createdAt: hoursAgo(0),
        expiresAt: inDays(365),
        isActive: true,
        scope: 'publishChosen',
        storybooks: [{ publicId: designSystem.publicId, title: designSystem.title }],
      }),
    ],
  }),
  play: async () => {
    await create('GitHub Actions')
    await expect(await screen.findByRole('button', { name: 'I have saved the key' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Copy Key' }))
    await expect(await screen.findByRole('button', { name: 'Done' })).toBeVisible()
  },
}

const storybooks = answer(listStorybooks, [designSystem, icons])

export const ForChosenStorybooks: Story = {
  parameters: withPortal({ answers: [storybooks] }),
  play: async () => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'GitHub Actions')
    await userEvent.click(screen.getByRole('radio', { name: 'Publish to chosen storybooks' }))
    await expect(screen.getByRole('button', { name: 'Create API Key' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await userEvent.type(screen.getByRole('combobox', { name: 'Storybooks' }), 'Design{Enter}')
    await expect(screen.getByRole('button', { name: 'Create API Key' })).not.toHaveAttribute('aria-disabled')
  },
}

export const Refused: Story = {
  parameters: withPortal({ answers: [answerProblem(createApiKey, 'unavailable')] }),
  play: async () => {
    await create('GitHub Actions')
    await expect(await screen.findByText('Failed to create API key')).toBeVisible()
  },
}
