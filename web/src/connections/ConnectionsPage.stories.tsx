import { listAllowedPages, revokeAllowedPage } from '@plinth/contract/compositions.ts'
import type { AllowedPage } from '@plinth/contract/compositions.ts'
import { listConnectedAgents } from '@plinth/contract/connected-agents.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, within } from 'storybook/test'

import { contoso, hoursAgo, inDays } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { ConnectionsPage } from './ConnectionsPage.tsx'

const meta = {
  title: 'Connections/Connections',
  component: ConnectionsPage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof ConnectionsPage>
export default meta
type Story = StoryObj<typeof meta>

const allowed: AllowedPage = {
  id: 2,
  origin: 'http://localhost:6006',
  accountName: contoso.name,
  allowedAt: hoursAgo(30),
  expiresAt: inDays(5),
}
const some = answer(listAllowedPages, [
  allowed,
  { ...allowed, id: 1, origin: 'https://storybook.intranet.contoso.example:8443' },
])

const someAgents = answer(listConnectedAgents, [
  {
    id: 1,
    name: 'Assistant',
    clientHost: 'assistant.example',
    redirectHost: 'assistant.example',
    accountName: contoso.name,
    connectedAt: hoursAgo(30),
    lastUsedAt: hoursAgo(1),
  },
])
const noAgents = answer(listConnectedAgents, [])

export const Filled: Story = {
  parameters: withPortal({ answers: [some, someAgents] }),
  play: async () => {
    await expect(await screen.findByText('http://localhost:6006')).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: withPortal({ answers: [answer(listAllowedPages, []), noAgents] }),
  play: async () => {
    await expect(await screen.findByText(/You have not allowed any other Storybook/)).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: withPortal({ answers: [answerNever(listAllowedPages), answerNever(listConnectedAgents)] }),
}

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listAllowedPages, 'unavailable'), noAgents] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch data')).toBeVisible()
  },
}

export const RevokeFailed: Story = {
  parameters: withPortal({ answers: [some, noAgents, answerProblem(revokeAllowedPage, 'unavailable')] }),
  play: async () => {
    await userEvent.click(
      await screen.findByRole('button', {
        name: `Revoke permission of http://localhost:6006 for ${contoso.name}`,
      }),
    )
    const question = within(await screen.findByRole('dialog', { name: 'Revoke Permission' }))
    await userEvent.click(question.getByRole('button', { name: 'Revoke Permission' }))
    await expect(await screen.findByText('Failed to revoke the permission')).toBeVisible()
  },
}
