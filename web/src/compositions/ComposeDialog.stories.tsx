import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { config, contoso, designSystem } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { ComposeDialog } from './ComposeDialog.tsx'

const meta = {
  title: 'Compositions/Use in another Storybook',
  component: ComposeDialog,
  args: {
    storybook: designSystem.publicId,
    title: designSystem.title,
    version: undefined,
    composeUrl: config.composeUrl ?? '',
    opened: true,
    onClose: fn(),
  },
  beforeEach: fakeClipboard,
} satisfies Meta<typeof ComposeDialog>
export default meta
type Story = StoryObj<typeof meta>

export const ForDevelopers: Story = {
  play: async () => {
    await expect(await screen.findByRole('link', { name: 'Settings' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Copy lines' }))
    await expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  },
}

/** Another version than the newest is named. */
export const OfABranch: Story = {
  args: { version: { by: 'branch', name: 'feature/date-picker' } },
  play: async () => {
    await expect(await screen.findByText(/branch: 'feature\/date-picker'/)).toBeVisible()
  },
}

export const ForPeople: Story = {
  args: { version: { by: 'release', name: 'v2.0@next' } },
  play: async () => {
    await userEvent.click(await screen.findByRole('tab', { name: 'For people' }))
    await expect(await screen.findByText(/\/release\/v2\.0%40next'/)).toBeVisible()
  },
}

/** Viewers cannot create API keys. */
export const ForViewers: Story = {
  parameters: withPortal({ account: { ...contoso, role: 'Viewer', isSystemOwner: false } }),
  play: async () => {
    await expect(await screen.findByText(/Ask an Owner or a User/)).toBeVisible()
  },
}

/** Where an Owner allows it, a key that can only read is enough. */
export const WithAKeyThatOnlyReads: Story = {
  parameters: withPortal({ account: { ...contoso, viewersMayCompose: true } }),
  play: async () => {
    await expect(await screen.findByText(/an API key that can only read/)).toBeVisible()
  },
}

/** The other way is shown first; this one says why it is not offered. */
export const Forbidden: Story = {
  parameters: withPortal({ account: { ...contoso, allowsShareLinks: false } }),
  play: async () => {
    await expect(await screen.findByText(/Whoever opens your Storybook signs in/)).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: 'For developers' }))
    await expect(await screen.findByText('This account does not allow such addresses')).toBeVisible()
    await expect(screen.getByRole('link', { name: 'Settings' })).toBeVisible()
  },
}

export const ForbiddenForUsers: Story = {
  parameters: withPortal({
    account: { ...contoso, role: 'User', isSystemOwner: false, allowsShareLinks: false },
  }),
  play: async () => {
    await userEvent.click(await screen.findByRole('tab', { name: 'For developers' }))
    await expect(await screen.findByText(/An Owner can allow them/)).toBeVisible()
  },
}
