import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { config } from '../stories/examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { NoAccess } from './NoAccess.tsx'

const meta = { title: 'Accounts/No access', component: NoAccess } satisfies Meta<typeof NoAccess>
export default meta
type Story = StoryObj<typeof meta>

export const Newcomer: Story = {
  play: async () => {
    await expect(screen.getByRole('link', { name: 'the marketplace' })).toHaveAttribute(
      'href',
      config.marketplaceUrl,
    )
  },
}

/** The operator sells elsewhere, or has not said where. */
export const WithoutAMarketplace: Story = {
  parameters: withPortal({ config: { marketplaceUrl: null } }),
  play: async () => {
    await expect(screen.getByText(/Buy a plan in the marketplace/)).toBeVisible()
    await expect(screen.queryByRole('link', { name: 'the marketplace' })).toBeNull()
  },
}
