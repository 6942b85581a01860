import { listAccountAudit } from '@plinth/contract/audit.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { contoso } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { auditEntries } from '../stories/settings-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { AuditLog } from './AuditLog.tsx'

const meta = {
  title: 'Audit/Audit log',
  component: AuditLog,
  args: { scope: { account: contoso.publicId } },
} satisfies Meta<typeof AuditLog>
export default meta
type Story = StoryObj<typeof meta>

export const Filled: Story = {
  parameters: withPortal({ answers: [answer(listAccountAudit, auditEntries)] }),
  play: async () => {
    await expect(await screen.findByText('Olivia Owner')).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: withPortal({ answers: [answer(listAccountAudit, [])] }),
  play: async () => {
    await expect(await screen.findByText('There are no changes yet.')).toBeVisible()
  },
}

export const NothingFound: Story = {
  parameters: withPortal({ answers: [answer(listAccountAudit, [])] }),
  play: async () => {
    await userEvent.type(screen.getByRole('textbox', { name: 'Who' }), 'nobody')
    await expect(await screen.findByText('No changes match this search.')).toBeVisible()
  },
}

export const Loading: Story = { parameters: withPortal({ answers: [answerNever(listAccountAudit)] }) }

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listAccountAudit, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch data')).toBeVisible()
  },
}
