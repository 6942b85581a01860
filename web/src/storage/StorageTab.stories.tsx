import { getStorage, getStorageByStorybook } from '@plinth/contract/storage.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { StorageTab } from './StorageTab.tsx'

const meta = { title: 'Storage/By storybook', component: StorageTab } satisfies Meta<typeof StorageTab>
export default meta
type Story = StoryObj<typeof meta>

const used = (usedBytes: number) => answer(getStorage, { usedBytes, limitBytes: 50e9 })
const design = { publicId: 'design', title: 'Design System', versionCount: 214, usedBytes: 9.8e9 }
const checkout = { publicId: 'checkout', title: 'Checkout', versionCount: 12, usedBytes: 1.2e9 }

export const Filled: Story = {
  parameters: withPortal({
    answers: [
      used(12.4e9),
      answer(getStorageByStorybook, {
        storybooks: [
          { ...design, trashBytes: 3.1e9 },
          { ...checkout, trashBytes: 0 },
        ],
        deletedStorybooksBytes: 1.4e9,
      }),
    ],
  }),
  play: async () => {
    await expect(await screen.findByText('Deleted storybooks')).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: withPortal({
    answers: [used(0), answer(getStorageByStorybook, { storybooks: [], deletedStorybooksBytes: 0 })],
  }),
  play: async () => {
    await expect(await screen.findByText('Nothing is stored yet.')).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: withPortal({ answers: [answerNever(getStorage), answerNever(getStorageByStorybook)] }),
}

export const Failed: Story = {
  parameters: withPortal({ answers: [used(0), answerProblem(getStorageByStorybook, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch data')).toBeVisible()
  },
}
