import { getWhoami } from '@plinth/contract/whoami.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { NoAccess } from './NoAccess.tsx'

const meta = { title: 'Accounts/No access', component: NoAccess } satisfies Meta<typeof NoAccess>
export default meta
type Story = StoryObj<typeof meta>

export const Newcomer: Story = {}

export const Administrator: Story = {
  parameters: withPortal({
    answers: [
      answer(getWhoami, {
        kind: 'user',
        name: 'Petra Operator',
        account: null,
        scope: null,
        storybooks: [],
        isAdministrator: true,
      }),
    ],
  }),
  play: async () => {
    await expect(await screen.findByRole('link', { name: 'Administration' })).toBeVisible()
  },
}
