import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { contoso, designSystem, version, versions } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { ViewerBar } from './ViewerBar.tsx'

const meta = {
  title: 'Viewer/Viewer bar',
  component: ViewerBar,
  parameters: { layout: 'fullscreen' },
  beforeEach: fakeClipboard,
  args: {
    account: contoso.publicId,
    storybook: designSystem.publicId,
    title: designSystem.title,
    versions,
    newest: version.publicId,
    hasFailed: false,
    version: version.publicId,
    search: '',
    newTabAddress: 'https://z8y4p1d6.view.example/index.html',
    onShare: fn(),
    onCompose: fn(),
    onFullScreen: fn(),
  },
} satisfies Meta<typeof ViewerBar>
export default meta
type Story = StoryObj<typeof meta>

export const Newest: Story = {}

export const Loading: Story = {
  args: { title: undefined, versions: undefined, version: undefined, newTabAddress: undefined },
}

/** After an error, no placeholders are shown. */
export const Unavailable: Story = {
  args: {
    title: 'Storybook',
    versions: undefined,
    hasFailed: true,
    version: undefined,
    newTabAddress: undefined,
  },
  play: async ({ canvasElement }) => {
    await expect(screen.getByRole('heading', { name: 'Storybook', level: 1 })).toBeVisible()
    await expect(canvasElement.querySelector('.mantine-Skeleton-root')).toBeNull()
  },
}

export const LongTitle: Story = {
  args: { title: 'Donaudampfschifffahrtsgesellschaft design system for all passenger-facing applications' },
}

export const ChoosingAVersion: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: /choose another/ }))
    await expect(await screen.findByRole('menuitem', { name: 'All versions' })).toBeVisible()
    await expect(screen.getAllByRole('menuitem')).toHaveLength(versions.length + 1)
  },
}
