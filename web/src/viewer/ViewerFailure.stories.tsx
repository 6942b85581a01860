import { ApiError } from '@plinth/contract/client.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { asViewer, contoso, designSystem, icons } from '../stories/examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { CookiesRefused, ViewerError } from './viewer-session.ts'
import { ViewerFailure } from './ViewerFailure.tsx'
import { ViewerSkeleton } from './ViewerSkeleton.tsx'

const meta = {
  title: 'Viewer/Error alert',
  component: ViewerFailure,
  parameters: { layout: 'fullscreen' },
  args: {
    account: contoso.publicId,
    storybook: designSystem.publicId,
    error: new ApiError({ url: '/', status: 404, statusText: 'Not Found', body: '' }),
    details: designSystem,
    isNewest: false,
    search: '',
    retry: fn(),
    onOpenInNewTab: fn(),
  },
} satisfies Meta<typeof ViewerFailure>
export default meta
type Story = StoryObj<typeof meta>

export const DeletedVersion: Story = {
  play: async () => {
    await expect(screen.getByText('Not found')).toBeVisible()
    await expect(screen.queryByText(/Pre iframe error/)).toBeNull()
    await expect(screen.getByRole('link', { name: 'Show newest' })).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}

const noVersions = new ViewerError('No versions found for this storybook')

export const NoVersions: Story = {
  args: { error: noVersions, details: icons, isNewest: true },
  play: async () => {
    await expect(screen.getByText('Pre iframe error: No versions found for this storybook')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Upload' })).toBeVisible()
    await expect(screen.queryByRole('link', { name: 'All versions' })).toBeNull()
  },
}

export const NoVersionsForViewers: Story = {
  args: { error: noVersions, details: icons, isNewest: true },
  parameters: withPortal({ account: asViewer }),
  play: async () => {
    await expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()
  },
}

/** The words that the specification has for it are for its own failures only. */
export const NoVersionOfTheBranch: Story = {
  args: { error: new ViewerError('No version of the branch next was found'), details: icons },
  play: async () => {
    await expect(screen.getByRole('button', { name: 'Upload' })).toBeVisible()
    await expect(screen.queryByText(/Pre iframe error/)).toBeNull()
  },
}

export const NoStorybook: Story = { args: { details: undefined } }

/** Only here can trying again help. */
export const Unreachable: Story = {
  args: {
    error: new Error('The viewer at https://z8y4p1d6.view.example could not be reached'),
    isNewest: true,
  },
  play: async ({ args }) => {
    await expect(screen.getByText('This storybook cannot be shown')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expect(args.retry).toHaveBeenCalledOnce()
  },
}

/** In a tab of its own, the storybook's site is no third party. */
export const WithoutCookiesOfOtherSites: Story = {
  args: {
    error: new CookiesRefused('This browser does not show storybooks inside the portal'),
    isNewest: true,
  },
  play: async ({ args }) => {
    await expect(screen.getByText(/keeps no cookies of other sites/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Open in new tab' }))
    await expect(args.onOpenInNewTab).toHaveBeenCalledOnce()
  },
}

export const Loading: Story = {
  render: () => (
    <div style={{ position: 'relative', height: '100dvh' }}>
      <ViewerSkeleton />
    </div>
  ),
}
