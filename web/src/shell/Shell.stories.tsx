import { Text } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'

import { contoso, fabrikam } from '../stories/examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { Page } from './Page.tsx'
import { Shell } from './Shell.tsx'

const meta = {
  title: 'Shell/Header',
  component: Shell,
  parameters: {
    layout: 'fullscreen',
    ...withPortal({ at: `/account/${contoso.publicId}/storybooks` }),
  },
  args: {
    accounts: [contoso],
    account: contoso,
    children: (
      <Page title="Storybooks">
        <Text>The page.</Text>
      </Page>
    ),
  },
} satisfies Meta<typeof Shell>
export default meta
type Story = StoryObj<typeof meta>

export const InTheOnlyAccount: Story = {}

export const InOneOfSeveralAccounts: Story = { args: { accounts: [contoso, fabrikam] } }

export const OutsideAnyAccount: Story = {
  render: (args) => <Shell accounts={args.accounts}>{args.children}</Shell>,
}

export const OnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvasElement }) => {
    const menu = within(canvasElement).queryByRole('button', { name: 'Open menu' })
    // Only in a window as narrow as a phone's.
    if (!menu) return
    await userEvent.click(menu)
    await expect(within(canvasElement).getByRole('button', { name: 'Close menu' })).toBeVisible()
  },
}
