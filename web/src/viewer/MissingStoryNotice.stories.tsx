import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'

import { contoso } from '../stories/examples.ts'
import { MissingStoryNotice } from './MissingStoryNotice.tsx'

const meta = {
  title: 'Viewer/Version without the story',
  component: MissingStoryNotice,
  args: {
    story: 'actions-button--primary',
    account: contoso.publicId,
    onShowFirst: fn(),
  },
} satisfies Meta<typeof MissingStoryNotice>
export default meta
type Story = StoryObj<typeof meta>

export const InTheNewest: Story = {
  play: async () => {
    await expect(screen.queryByRole('button', { name: 'Show newest' })).toBeNull()
    await expect(screen.getByRole('link', { name: 'Search for it' })).toHaveAttribute(
      'href',
      `/account/${contoso.publicId}/search?q=actions+button`,
    )
  },
}

export const InAnOlderVersion: Story = {
  args: { onShowNewest: fn() },
}

export const ForGuests: Story = { args: { account: undefined } }
