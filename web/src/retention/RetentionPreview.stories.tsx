import type { Meta, StoryObj } from '@storybook/react-vite'

import { retentionPreview } from '../stories/settings-examples.ts'
import { RetentionPreview } from './RetentionPreview.tsx'

const meta = {
  title: 'Retention/Preview',
  component: RetentionPreview,
  args: { preview: retentionPreview },
} satisfies Meta<typeof RetentionPreview>
export default meta
type Story = StoryObj<typeof meta>

export const Some: Story = {}

export const Nothing: Story = {
  args: {
    preview: { versions: 0, bytes: 0, branches: 0, storybooks: [], largestBranches: [], newestVersions: [] },
  },
}
