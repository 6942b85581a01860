import type { Meta, StoryObj } from '@storybook/react-vite'
import { IconKey, IconMailOpened } from '@tabler/icons-react'

import { EmptyState } from './EmptyState.tsx'

const meta = { title: 'Shell/Empty state', component: EmptyState } satisfies Meta<typeof EmptyState>
export default meta
type Story = StoryObj<typeof meta>

export const WithWhatToDo: Story = {
  args: {
    icon: IconKey,
    children: 'You currently have no API keys. Click the button above to create one.',
  },
}

export const Plain: Story = { args: { icon: IconMailOpened, children: 'No invitations found' } }
