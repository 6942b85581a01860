import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'

import { contoso } from '../stories/examples.ts'
import { MissingStoryNotice, OtherPlaces } from './MissingStoryNotice.tsx'

const story = 'actions-button--primary'

const meta = {
  title: 'Viewer/Version without the story',
  component: MissingStoryNotice,
  args: {
    story,
    onShowFirst: fn(),
    otherPlaces: <OtherPlaces account={contoso.publicId} story={story} />,
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
  args: {
    otherPlaces: <OtherPlaces account={contoso.publicId} story={story} onShowNewest={fn()} />,
  },
}

export const ForGuests: Story = { args: { otherPlaces: undefined } }
