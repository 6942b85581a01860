import type { Meta, StoryObj } from '@storybook/react-vite'

import { hoursAgo, inDays } from '../stories/examples.ts'
import { GuestBar } from './GuestBar.tsx'
import { LinkGonePage } from './LinkGonePage.tsx'

const meta = {
  title: 'Share links/Guest bar',
  component: GuestBar,
  parameters: { layout: 'fullscreen' },
  args: {
    share: {
      title: 'Design System',
      accountName: 'Contoso',
      branch: 'main',
      createdAt: hoursAgo(30),
      linkExpiresAt: inDays(13),
    },
  },
} satisfies Meta<typeof GuestBar>
export default meta
type Story = StoryObj<typeof meta>

export const WithBranch: Story = {}

export const LongNames: Story = {
  args: {
    share: {
      title: 'Donaudampfschifffahrtsgesellschaft design system for all passenger-facing applications',
      accountName: 'Donaudampfschifffahrtsgesellschaft mit beschränkter Haftung',
      branch: 'feature/a-branch-with-quite-a-long-name-that-somebody-gave-it',
      createdAt: hoursAgo(30),
      linkExpiresAt: inDays(13),
    },
  },
}

export const LinkGone: Story = { render: () => <LinkGonePage /> }
