import type { Meta, StoryObj } from '@storybook/react-vite'

import { belowHeader } from '../stories/below-header.tsx'
import { administeredContoso, fabrikam, hoursAgo } from '../stories/examples.ts'
import { AccountsTable } from './AccountsTable.tsx'

const meta = {
  title: 'Administration/Accounts table',
  component: AccountsTable,
  decorators: [belowHeader],
  args: {
    isStale: false,
    accounts: [
      administeredContoso,
      {
        ...administeredContoso,
        ...fabrikam,
        microsoftTenantId: null,
        createdAt: hoursAgo(5),
        userCount: 1,
        storybookCount: 0,
        storageBytes: 0,
        storageLimitBytes: 2e12,
        hasOwnStorageLimit: true,
      },
    ],
  },
} satisfies Meta<typeof AccountsTable>
export default meta
type Story = StoryObj<typeof meta>

export const Filled: Story = {}

/** Another search is running; the previous results stay visible until it is done. */
export const Stale: Story = { args: { isStale: true } }
