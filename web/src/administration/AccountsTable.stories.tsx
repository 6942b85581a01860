import { deleteAnyAccount, inviteOwner } from '@plinth/contract/administration.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { belowHeader } from '../stories/below-header.tsx'
import { administeredContoso, fabrikam, hoursAgo, inDays } from '../stories/examples.ts'
import { answer, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
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
        userCount: 0,
        storybookCount: 0,
        storageBytes: 0,
        storageLimitBytes: 2e12,
        hasOwnStorageLimit: true,
        hasOwner: false,
        invitedOwner: 'boss@fabrikam.example',
      },
    ],
  },
} satisfies Meta<typeof AccountsTable>
export default meta
type Story = StoryObj<typeof meta>

export const Filled: Story = {}

/** Another search is running; the previous results stay visible until it is done. */
export const Stale: Story = { args: { isStale: true } }

/** The link of the first Owner was lost. */
export const InviteOwner: Story = {
  parameters: withPortal({
    answers: [answer(inviteOwner, { invitationCode: 'Qm7Tz2Lb8Nf4sJgPaE5Vx3k9', expiresAt: inDays(7) })],
  }),
  play: async () => {
    // Contoso has an Owner, who can invite others.
    await expect(screen.queryByRole('button', { name: 'Invite an Owner to Contoso' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Invite an Owner to Fabrikam' }))
    await expect(await screen.findByLabelText("Owner's email")).toHaveValue('boss@fabrikam.example')
    await userEvent.click(screen.getByRole('button', { name: 'Create Link' }))
    await expect(await screen.findByLabelText('Owner invitation link')).toHaveValue(
      `${location.origin}/acceptInvite/Qm7Tz2Lb8Nf4sJgPaE5Vx3k9`,
    )
  },
}

export const DeletionRefused: Story = {
  parameters: withPortal({
    answers: [
      answerProblem(deleteAnyAccount, 'account_not_empty', {
        detail: 'The account still has 12 storybooks and 214 members.',
      }),
    ],
  }),
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Delete Contoso' }))
    const confirm = await screen.findByRole('button', { name: 'Delete Account' })
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await userEvent.type(screen.getByLabelText("Type the account's name to confirm"), 'Contoso')
    await userEvent.click(confirm)
    await expect(await screen.findByText(/12 storybooks and 214 members/)).toBeVisible()
  },
}
