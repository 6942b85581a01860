import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { contoso, designSystem } from '../stories/examples.ts'
import { OtherVersions } from './OtherVersions.tsx'
import { TroubleNotice } from './TroubleNotice.tsx'

const place = { account: contoso.publicId, storybook: designSystem.publicId }

const meta = {
  title: 'Viewer/Build that shows nothing',
  component: TroubleNotice,
  args: {
    trouble: { page: 'manager', problem: { kind: 'missing', text: 'assets/main-8f3a.js' } },
    otherVersions: <OtherVersions {...place} />,
  },
} satisfies Meta<typeof TroubleNotice>
export default meta
type Story = StoryObj<typeof meta>

export const MissingFile: Story = {
  play: async () => {
    await expect(screen.getByRole('alert')).toHaveTextContent(
      'index.html asks for assets/main-8f3a.js, which is not in this version.',
    )
    await expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  },
}

export const FailedScript: Story = {
  args: {
    trouble: {
      page: 'preview',
      problem: { kind: 'error', text: 'TypeError: Cannot read properties of undefined (reading ‘theme’)' },
    },
  },
}

export const OfAnOlderVersion: Story = {
  args: {
    trouble: { page: 'manager', problem: undefined },
    otherVersions: <OtherVersions {...place} onShowNewest={fn()} />,
  },
  play: async () => {
    await expect(screen.getByRole('button', { name: 'Show newest' })).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  },
}

/** Guests have no other versions. */
export const ForGuests: Story = {
  args: { otherVersions: undefined },
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await expect(screen.queryByRole('alert')).toBeNull()
  },
}
