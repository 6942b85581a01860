import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { designSystem, handbook, icons } from '../stories/examples.ts'
import { StorybookCard } from './StorybookCard.tsx'

const meta = {
  title: 'Storybooks/Storybook card',
  component: StorybookCard,
  args: { storybook: designSystem },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 380 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof StorybookCard>
export default meta
type Story = StoryObj<typeof meta>

export const WithVersions: Story = {}

export const WithoutVersions: Story = { args: { storybook: icons } }

export const StaticSite: Story = { args: { storybook: handbook } }

export const LongText: Story = {
  args: {
    storybook: {
      ...designSystem,
      title: 'Donaudampfschifffahrtsgesellschaft design system for all passenger-facing applications',
      description:
        'Everything that is shown to somebody who travels: tickets, timetables, delays and apologies. The components are shared by the web shop, the machines on the platforms and the app, and each of them says in its stories where it is used, and by whom it was last changed.',
    },
  },
}

export const Editing: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Edit Design System' }))
    await expect(await screen.findByRole('dialog', { name: 'Edit Storybook' })).toBeVisible()
  },
}
