import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { contoso, fabrikam } from '../stories/examples.ts'
import { AccountSelection } from './AccountSelection.tsx'
import { currentAccount } from './current-account.ts'

const meta = {
  title: 'Accounts/Account selection',
  component: AccountSelection,
  args: { accounts: [contoso, fabrikam] },
  beforeEach: () => currentAccount.clear(),
} satisfies Meta<typeof AccountSelection>
export default meta
type Story = StoryObj<typeof meta>

export const FirstVisit: Story = {}

export const WithTheLastUsed: Story = {
  beforeEach: () => currentAccount.store(fabrikam.publicId),
  play: async () => {
    await expect(screen.getByRole('button', { name: /Fabrikam/ })).toHaveTextContent('Last used')
    await userEvent.click(screen.getByRole('button', { name: /Contoso/ }))
    await expect(currentAccount.read()).toBe(contoso.publicId)
  },
}

export const LongNames: Story = {
  args: {
    accounts: [
      { ...contoso, name: 'Contoso Gesellschaft für Verpackungsmaschinen und Fördertechnik mbH' },
      fabrikam,
    ],
  },
}
