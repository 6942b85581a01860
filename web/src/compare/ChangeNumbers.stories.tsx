import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { ChangeNumbers } from './ChangeNumbers.tsx'

const counts = {
  added: 0,
  removed: 0,
  renamed: 0,
  changed: 0,
  unknown: 0,
  isPreviewChanged: false,
  isComplete: true,
}

const meta = {
  title: 'Compare/Change numbers',
  component: ChangeNumbers,
  args: { counts },
} satisfies Meta<typeof ChangeNumbers>
export default meta
type Story = StoryObj<typeof meta>

export const Some: Story = {
  args: { counts: { ...counts, added: 3, removed: 1, changed: 12, isPreviewChanged: true } },
  play: async () => {
    await expect(screen.getByText('3 added, 1 removed, 12 changed, preview changed')).toBeInTheDocument()
  },
}

export const None: Story = {
  play: async () => {
    await expect(screen.getByText('No changes')).toBeVisible()
  },
}

export const OnlyThePreview: Story = {
  args: { counts: { ...counts, isPreviewChanged: true } },
  play: async () => {
    await expect(screen.getByText('Preview changed')).toBeVisible()
  },
}

export const NotAllKnown: Story = {
  args: { counts: { ...counts, isComplete: false } },
  play: async () => {
    await expect(screen.getByText('Not all stories known')).toBeVisible()
  },
}
