import {
  emptyTrash,
  listTrash,
  purgeVersion,
  restoreStorybook,
  restoreVersion,
} from '@plinth/contract/trash.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'

import { designSystem, version } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { trash } from '../stories/settings-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { TrashTab } from './TrashTab.tsx'

const meta = { title: 'Trash/Trash', component: TrashTab } satisfies Meta<typeof TrashTab>
export default meta
type Story = StoryObj<typeof meta>

const listed = answer(listTrash, trash)
const restored = { ...version, storybookPublicId: designSystem.publicId, droppedRelease: null }

const click = async (name: string | RegExp) =>
  userEvent.click((await screen.findAllByRole('button', { name }))[0] ?? document.body)

export const Filled: Story = {
  parameters: withPortal({ answers: [listed] }),
  play: async () => {
    await expect(await screen.findByText(/^Retention rule: keep the newest 5/)).toBeVisible()
  },
}

/** There are more on the next page. */
export const Many: Story = {
  parameters: withPortal({ answers: [answer(listTrash, { ...trash, total: 5132, bytes: 31e9 })] }),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Load more' })).toBeVisible()
  },
}

export const Restored: Story = {
  parameters: withPortal({
    answers: [listed, answer(restoreVersion, { ...restored, isPinned: true })],
  }),
  play: async () => {
    await click(/^Restore version/)
    await waitFor(() => expect(screen.getByText(/Version restored, and pinned/)).toBeVisible())
  },
}

export const RestoredWithoutItsRelease: Story = {
  parameters: withPortal({
    answers: [listed, answer(restoreVersion, { ...restored, droppedRelease: 'v2.3.0' })],
  }),
  play: async () => {
    await click(/^Restore version/)
    await waitFor(() => expect(screen.getByText(/v2.3.0 belongs to another version/)).toBeVisible())
  },
}

export const StorybookRestored: Story = {
  parameters: withPortal({ answers: [listed, answer(restoreStorybook, designSystem)] }),
  play: async () => {
    await click(/^Restore storybook/)
    await waitFor(() => expect(screen.getByText('Storybook restored')).toBeVisible())
  },
}

/** Somebody else has deleted it for good. */
export const RestoreFailed: Story = {
  parameters: withPortal({ answers: [listed, answerProblem(restoreVersion, 'not_found')] }),
  play: async () => {
    await click(/^Restore version/)
    await waitFor(() => expect(screen.getByText('Failed to restore')).toBeVisible())
  },
}

export const DeleteForGoodFailed: Story = {
  parameters: withPortal({ answers: [listed, answerProblem(purgeVersion, 'unavailable')] }),
  play: async () => {
    await click(/^Delete version .* for good/)
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete for Good' }))
    await expect(await dialog.findByText('Failed to delete for good')).toBeVisible()
  },
}

export const Emptied: Story = {
  parameters: withPortal({ answers: [listed, answer(emptyTrash, { hasMore: false })] }),
  play: async () => {
    await click('Empty Trash')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Empty Trash' }))
  },
}

export const Empty: Story = {
  parameters: withPortal({ answers: [answer(listTrash, { items: [], total: 0, bytes: 0 })] }),
  play: async () => {
    await expect(await screen.findByText('The trash is empty.')).toBeVisible()
  },
}

export const Loading: Story = { parameters: withPortal({ answers: [answerNever(listTrash)] }) }

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listTrash, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch data')).toBeVisible()
  },
}
