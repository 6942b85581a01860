import { Button } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'

import { contoso, designSystem } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { showPublishedNotice } from './PublishedNotice.tsx'

const navigate = fn()

function Publish() {
  const published = { ...designSystem, versionPublicId: designSystem.latest?.versionPublicId ?? '' }
  return (
    <Button
      onClick={() => showPublishedNotice(contoso.publicId, published, 'Buttons keep their width', navigate)}
    >
      Publish
    </Button>
  )
}

const meta = {
  title: 'Versions/Published notice',
  component: Publish,
  beforeEach: fakeClipboard,
} satisfies Meta<typeof Publish>
export default meta
type Story = StoryObj<typeof meta>

const publish = async () => userEvent.click(screen.getByRole('button', { name: 'Publish' }))

export const Shown: Story = {
  play: async () => {
    await publish()
    await waitFor(() => expect(screen.getByText('Design System is published')).toBeVisible())
    await expect(screen.getByText('Buttons keep their width')).toBeVisible()
    await expect(screen.getByRole('link', { name: 'View' })).toHaveAttribute(
      'href',
      '/account/q7v2m9x4/storybook/h5t9c2r7/version/z8y4p1d6',
    )
  },
}

export const Viewed: Story = {
  play: async () => {
    await publish()
    await userEvent.click(await screen.findByRole('link', { name: 'View' }))
    await expect(navigate).toHaveBeenCalledWith('/account/q7v2m9x4/storybook/h5t9c2r7/version/z8y4p1d6')
    await waitFor(() => expect(screen.queryByText('Design System is published')).not.toBeInTheDocument())
  },
}

export const Copied: Story = {
  play: async () => {
    await publish()
    await userEvent.click(await screen.findByRole('button', { name: 'Copy link' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible())
  },
}
