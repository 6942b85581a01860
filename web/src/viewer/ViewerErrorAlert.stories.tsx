import { ApiError } from '@plinth/contract/client.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { ViewerErrorAlert } from './ViewerErrorAlert.tsx'
import { ViewerSkeleton } from './ViewerSkeleton.tsx'

const meta = {
  title: 'Viewer/Error alert',
  component: ViewerErrorAlert,
  parameters: { layout: 'fullscreen' },
  args: { error: new Error('No versions found for this storybook'), storybooks: '/storybooks', retry: fn() },
} satisfies Meta<typeof ViewerErrorAlert>
export default meta
type Story = StoryObj<typeof meta>

export const NoVersions: Story = {
  play: async ({ args }) => {
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expect(args.retry).toHaveBeenCalledOnce()
  },
}

export const NotFound: Story = {
  args: { error: new ApiError({ url: '/', status: 404, statusText: 'Not Found', body: '' }) },
}

export const Loading: Story = {
  render: () => (
    <div style={{ position: 'relative', height: '100dvh' }}>
      <ViewerSkeleton />
    </div>
  ),
}
