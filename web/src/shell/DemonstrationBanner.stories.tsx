import type { Meta, StoryObj } from '@storybook/react-vite'

import { DemonstrationBanner } from './DemonstrationBanner.tsx'

const meta = {
  title: 'Shell/Demonstration banner',
  component: DemonstrationBanner,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof DemonstrationBanner>
export default meta
type Story = StoryObj<typeof meta>

export const PublicDemonstration: Story = {}
