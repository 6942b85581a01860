import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, within } from 'storybook/test'

import { belowHeader } from '../stories/below-header.tsx'
import { contoso, designSystem, version, versions } from '../stories/examples.ts'
import { VersionsTable } from './VersionsTable.tsx'

const meta = {
  title: 'Versions/Versions table',
  component: VersionsTable,
  decorators: [belowHeader],
  args: {
    account: contoso.publicId,
    storybook: designSystem,
    versions,
    selection: { versions: [], has: () => false, isFull: false, toggle: () => {}, clear: () => {} },
    label: 'Versions',
    hidesBranch: false,
  },
} satisfies Meta<typeof VersionsTable>
export default meta
type Story = StoryObj<typeof meta>

export const Filled: Story = {}

/** The tick and the badge of the newest version stand out from what is below them. */
export const Selected: Story = {
  args: {
    selection: { versions: [version], has: () => true, isFull: true, toggle: () => {}, clear: () => {} },
  },
  play: async () => {
    const row = screen.getByRole('row', { name: /z8y4p1d6/ })
    await expect(within(row).getByRole('checkbox')).toHaveStyle({ zIndex: 'auto' })
    const badge = getComputedStyle(within(row).getByText('Newest').closest('.mantine-Badge-root') ?? row)
    await expect(badge.backgroundColor).not.toBe(getComputedStyle(row).backgroundColor)
  },
}

/** Two can be compared: the others say so, and are not ticked. */
export const TwoSelected: Story = {
  args: {
    selection: {
      versions: versions.slice(0, 2),
      has: (publicId) => versions.slice(0, 2).some((one) => one.publicId === publicId),
      isFull: true,
      toggle: () => {},
      clear: () => {},
    },
  },
  play: async () => {
    const third = screen.getAllByRole('checkbox')[2]
    await expect(third).toHaveAttribute('aria-disabled', 'true')
    await expect(third).toHaveAccessibleDescription(/Deselect one of them first/)
  },
}

/** For a moment after the version before it was deleted or restored. */
export const Comparing: Story = {
  args: { versions: [{ ...version, changes: null, isComparing: true }] },
  play: async () => {
    await expect(screen.getByRole('row', { name: /z8y4p1d6/ })).toHaveTextContent('Comparing…')
  },
}

/** Those of other branches say what they are compared with. */
export const OfBranches: Story = {
  args: {
    versions: [
      {
        ...version,
        branch: 'corners',
        baseline: { version: 'm3r8t5v2', branch: 'main', reason: 'ancestor' },
      },
      {
        ...version,
        publicId: 'a7f3k9w1',
        branch: null,
        baseline: { version: 'm3r8t5v2', branch: 'main', reason: 'newest-of-branch' },
      },
      { ...version, publicId: 'q2c8n4j6', branch: 'alone', baseline: null, changes: null },
    ],
  },
  play: async () => {
    await expect(screen.getByText('since its base on main')).toBeVisible()
    await expect(screen.getByText('since the newest of main')).toBeVisible()
    await expect(screen.getByTitle('There is nothing to compare this version with')).toBeVisible()
  },
}

/** The only version cannot be deleted; the storybook itself can. */
export const OnlyOne: Story = {
  args: { storybook: { ...designSystem, versionCount: 1 }, versions: [version] },
  play: async () => {
    await expect(screen.getByRole('button', { name: 'Delete version z8y4p1d6' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  },
}

export const DeleteQuestion: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Delete version m3r8t5v2' }))
    await expect(await screen.findByRole('dialog')).toHaveTextContent('Are you sure')
  },
}
