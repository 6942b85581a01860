import { getRetention, previewRetention, setRetention, undoRetention } from '@plinth/contract/retention.ts'
import { listStorybooks } from '@plinth/contract/storybooks.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'

import { designSystem, handbook, icons } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { retention, retentionPreview } from '../stories/settings-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { RetentionTab } from './RetentionTab.tsx'

const meta = { title: 'Retention/Retention', component: RetentionTab } satisfies Meta<typeof RetentionTab>
export default meta
type Story = StoryObj<typeof meta>

const listed = answer(listStorybooks, [designSystem, handbook, icons])
const filled = [listed, answer(getRetention, retention)]

async function enter(versions: string) {
  const [field] = await screen.findAllByRole('textbox', { name: 'Versions to keep of each branch' })
  if (!field) throw new Error('there is no field for versions')
  await userEvent.clear(field)
  await userEvent.type(field, versions)
  return field
}

async function enterAndPreview(versions: string) {
  await enter(versions)
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
}

export const KeepsEverything: Story = {
  parameters: withPortal({ answers: [listed, answer(getRetention, { rule: null, exceptions: [] })] }),
  play: async () => {
    await expect(await screen.findByText('Everything is kept.')).toBeVisible()
  },
}

export const WithExceptions: Story = {
  parameters: withPortal({ answers: filled }),
  play: async () => {
    await userEvent.click(await screen.findByRole('combobox', { name: 'Add an exception for' }))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    const removers = screen.getAllByRole('button', { name: /^Remove the exception for/ })
    await expect(removers).toHaveLength(retention.exceptions.length + 1)
  },
}

export const NotANumber: Story = {
  parameters: withPortal({ answers: filled }),
  play: async () => {
    await expect(await enter('0')).toBeInvalid()
    await expect(screen.getByRole('button', { name: 'Preview' })).toHaveAttribute('aria-disabled', 'true')
  },
}

export const Saved: Story = {
  parameters: withPortal({
    answers: [...filled, answer(previewRetention, retentionPreview), answer(setRetention, retention)],
  }),
  play: async () => {
    await enterAndPreview('3')
    await expect(await screen.findByText(/would remove 132 versions in 14 branches/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Save Rules' }))
    await waitFor(() =>
      expect(screen.getByText('Rules saved. They are applied within the hour.')).toBeVisible(),
    )
    await expect(screen.queryByText(/would remove/)).not.toBeInTheDocument()
  },
}

export const PreviewFailed: Story = {
  parameters: withPortal({ answers: [...filled, answerProblem(previewRetention, 'unavailable')] }),
  play: async () => {
    await enterAndPreview('3')
    await expect(await screen.findByText('Failed to preview the rules')).toBeVisible()
  },
}

export const SavingFailed: Story = {
  parameters: withPortal({
    answers: [
      ...filled,
      answer(previewRetention, retentionPreview),
      answerProblem(setRetention, 'unavailable'),
    ],
  }),
  play: async () => {
    await enterAndPreview('3')
    await userEvent.click(await screen.findByRole('button', { name: 'Save Rules' }))
    await expect(await screen.findByText('Failed to save the rules')).toBeVisible()
  },
}

export const Undone: Story = {
  parameters: withPortal({ answers: [...filled, answer(undoRetention, { versions: 132, hasMore: false })] }),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Restore What Rules Removed' }))
    await waitFor(() => expect(screen.getByText('132 versions restored')).toBeVisible())
  },
}

export const Loading: Story = {
  parameters: withPortal({ answers: [listed, answerNever(getRetention)] }),
}

export const Failed: Story = {
  parameters: withPortal({ answers: [listed, answerProblem(getRetention, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch data')).toBeVisible()
  },
}
