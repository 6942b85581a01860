import type { Meta, StoryObj } from '@storybook/react-vite'

import { contoso, designSystem } from '../stories/examples.ts'
import { thumbnailAnswers, waitingThumbnails } from '../stories/picture-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { Thumbnail } from './Thumbnail.tsx'

const meta = {
  title: 'Pictures/Thumbnail',
  component: Thumbnail,
  args: {
    account: contoso.publicId,
    of: { version: designSystem.latest?.versionPublicId ?? '' },
    place: 'card',
    children: 'There is no picture.',
  },
  parameters: withPortal({ answers: thumbnailAnswers }),
} satisfies Meta<typeof Thumbnail>
export default meta
type Story = StoryObj<typeof meta>

export const OnACard: Story = {}
export const InARow: Story = { args: { place: 'row' } }
export const OfAStory: Story = { args: { place: 'story' } }
export const None: Story = { parameters: withPortal({}) }
export const WaitingForTheCamera: Story = {
  parameters: withPortal({ answers: waitingThumbnails('camera') }),
}
export const BeingRead: Story = { parameters: withPortal({ answers: waitingThumbnails('reading') }) }
