import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { contoso, fabrikam } from '../stories/examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { AccountSwitcher } from './AccountSwitcher.tsx'

const meta = {
  title: 'Accounts/Account switcher',
  component: AccountSwitcher,
  parameters: withPortal({ at: `/account/${contoso.publicId}/settings/api` }),
  args: { accounts: [contoso, fabrikam], current: contoso },
} satisfies Meta<typeof AccountSwitcher>
export default meta
type Story = StoryObj<typeof meta>

/** A short name is shown whole. */
export const Closed: Story = {
  play: async () => {
    const name = screen.getByText('Contoso')
    await expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth)
  },
}

export const Open: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Contoso: choose another account' }))
    await expect(await screen.findByRole('menuitem', { name: 'Contoso' })).toHaveAttribute('aria-current')
    await userEvent.keyboard('{ArrowDown}')
    const other = screen.getByRole('menuitem', { name: 'Fabrikam' })
    await expect(other).toHaveFocus()
    await expect(other).not.toHaveAttribute('aria-current')
    await expect(other).toHaveAttribute('href', `/account/${fabrikam.publicId}/settings/api`)
    await expect(screen.getByRole('menuitem', { name: 'All my accounts' })).toBeVisible()
  },
}

export const ManyAccounts: Story = {
  args: {
    accounts: Array.from({ length: 30 }, (_, index) => ({
      ...contoso,
      publicId: index === 0 ? contoso.publicId : `account${index}`,
      name: `Contoso Gesellschaft für Fördertechnik, Werk ${index + 1}`,
    })),
  },
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: /choose another account/ }))
    await expect((await screen.findAllByRole('menuitem'))[0]).toBeVisible()
  },
}
