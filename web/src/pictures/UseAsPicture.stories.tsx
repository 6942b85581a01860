import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { designSystem } from '../stories/examples.ts'
import { chosenThumbnails, different, thumbnailAnswers } from '../stories/picture-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { UseAsPicture } from './UseAsPicture.tsx'

const meta = {
  title: 'Pictures/Use as picture',
  component: UseAsPicture,
  args: {
    storybook: designSystem.publicId,
    version: designSystem.latest?.versionPublicId ?? '',
    component: 'actions-button',
    story: { id: different.story, name: different.name },
  },
  parameters: withPortal({ answers: thumbnailAnswers }),
} satisfies Meta<typeof UseAsPicture>
export default meta
type Story = StoryObj<typeof meta>

const open = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Use as picture: Primary' }))

export const NotChosen: Story = {
  play: async () => {
    await open()
    const item = await screen.findByRole('menuitemcheckbox', { name: 'For the storybook' })
    await expect(item).toHaveAttribute('aria-checked', 'false')
    await userEvent.click(item)
    await expect(await screen.findByText('This picture now stands for the storybook.')).toBeInTheDocument()
  },
}

export const Chosen: Story = {
  parameters: withPortal({ answers: chosenThumbnails }),
  play: async () => {
    await open()
    await expect(await screen.findByRole('menuitemcheckbox', { name: 'For this component' })).toHaveAttribute(
      'aria-checked',
      'true',
    )
  },
}
