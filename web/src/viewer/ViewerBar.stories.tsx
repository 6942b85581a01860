import { listVersions } from '@plinth/contract/versions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'

import { contoso, designSystem, hoursAgo, version, versions } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { linkChoices } from './link-choices.ts'
import { ViewerBar } from './ViewerBar.tsx'

const place = { account: contoso.publicId, storybook: designSystem.publicId }

/** As many as a busy storybook has, with long messages and branches. */
const many = Array.from({ length: 120 }, (_, index) => ({
  ...version,
  publicId: `many${index}`,
  createdAt: hoursAgo(2 + index * 7),
  message:
    index % 3 === 0
      ? 'Menus close with Escape, and so do the date pickers in them; the old colour names still work'
      : `Change ${index}`,
  branch: index % 10 === 4 ? 'feature/a-branch-with-quite-a-long-name-that-somebody-gave-it' : 'main',
  release: index % 20 === 7 ? `v2.${120 - index}.0-a-release-with-a-long-name` : null,
}))

const meta = {
  title: 'Viewer/Viewer bar',
  component: ViewerBar,
  parameters: { layout: 'fullscreen', ...withPortal({ answers: [answer(listVersions, versions)] }) },
  beforeEach: fakeClipboard,
  args: {
    ...place,
    title: designSystem.title,
    versions,
    newest: version.publicId,
    hasFailed: false,
    version: version.publicId,
    shown: version,
    age: 'newest',
    onShowNewest: fn(),
    search: '',
    links: linkChoices({ ...place, version: version.publicId, versionName: undefined, search: '' }),
    newTabAddress: 'https://z8y4p1d6.view.example/index.html',
    onShare: fn(),
    onCompose: fn(),
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
    links: [],
  },
  play: async ({ canvasElement }) => {
    await expect(screen.getByRole('heading', { name: 'Storybook', level: 1 })).toBeVisible()
    await expect(canvasElement.querySelector('.mantine-Skeleton-root')).toBeNull()
  },
}

export const LongTitle: Story = {
  args: { title: 'Donaudampfschifffahrtsgesellschaft design system for all passenger-facing applications' },
}

export const InAFolder: Story = { args: { folder: 'Products' } }

export const Older: Story = {
  args: { age: 'older' },
  play: async ({ args }) => {
    await userEvent.click(screen.getByRole('button', { name: 'Show newest' }))
    await expect(args.onShowNewest).toHaveBeenCalledOnce()
  },
}

export const Overtaken: Story = { args: { age: 'overtaken' } }

export const ChoosingAVersion: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: /choose another/ }))
    await expect(await screen.findByRole('link', { name: 'All versions' })).toBeVisible()
    await expect(screen.getAllByRole('option')).toHaveLength(versions.length)
    await expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Newest')
  },
}

/** The list scrolls; the search and "All versions" stay. */
export const ChoosingAmongMany: Story = {
  args: { versions: many, version: 'many0', newest: 'many0', shown: many[0], mainBranch: 'main' },
  parameters: withPortal({ answers: [answer(listVersions, many)] }),
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: /choose another/ }))
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(many.length))
    await expect(screen.getByRole('link', { name: 'All versions' })).toBeVisible()
    await expect(screen.getAllByRole('group')[0]).toHaveTextContent(/^main/)
    await userEvent.keyboard('long-name v2.113')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  },
}

export const CopyingALink: Story = {
  play: async () => {
    const copy = screen.queryByRole('button', { name: 'Copy link' })
    // In a narrow window, the links are in the menu.
    if (!copy) return
    await userEvent.click(copy)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Always the newest' }))
    await expect(await screen.findByRole('tooltip')).toHaveTextContent(
      'Link copied. It always opens the newest version.',
    )
  },
}
