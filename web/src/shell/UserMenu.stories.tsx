import { getWhoami } from '@plinth/contract/whoami.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { UserMenu } from './UserMenu.tsx'

const meta = { title: 'Shell/User menu', component: UserMenu } satisfies Meta<typeof UserMenu>
export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {}

export const Open: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: /User menu of Olivia Owner/ }))
    await expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeVisible()
  },
}

export const OfAnAdministrator: Story = {
  parameters: withPortal({
    answers: [
      answer(getWhoami, {
        kind: 'user',
        name: 'Olivia Owner',
        account: null,
        scope: null,
        storybooks: [],
        isAdministrator: true,
      }),
    ],
  }),
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: /User menu of Olivia Owner/ }))
    await expect(await screen.findByRole('menuitem', { name: 'Administration' })).toBeVisible()
  },
}
