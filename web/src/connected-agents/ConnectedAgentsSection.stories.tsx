import { disconnectAgent, listConnectedAgents } from '@plinth/contract/connected-agents.ts'
import type { ConnectedAgent } from '@plinth/contract/connected-agents.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, within } from 'storybook/test'

import { contoso, hoursAgo } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { ConnectedAgentsSection } from './ConnectedAgentsSection.tsx'

const meta = {
  title: 'Connected agents/Connected agents',
  component: ConnectedAgentsSection,
} satisfies Meta<typeof ConnectedAgentsSection>
export default meta
type Story = StoryObj<typeof meta>

const agent: ConnectedAgent = {
  id: 2,
  name: 'Assistant',
  clientHost: 'assistant.example',
  redirectHost: 'assistant.example',
  accountName: contoso.name,
  connectedAt: hoursAgo(30),
  lastUsedAt: hoursAgo(1),
}
const some = answer(listConnectedAgents, [
  agent,
  { ...agent, id: 1, name: null, clientHost: null, redirectHost: null, lastUsedAt: null },
])

export const Filled: Story = {
  parameters: withPortal({ answers: [some] }),
  play: async () => {
    await expect(await screen.findByText('assistant.example')).toBeVisible()
    await expect(screen.getByText('An agent without a name')).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: withPortal({ answers: [answer(listConnectedAgents, [])] }),
  play: async () => {
    await expect(await screen.findByText('You have not connected any agent by signing in.')).toBeVisible()
  },
}

export const Loading: Story = { parameters: withPortal({ answers: [answerNever(listConnectedAgents)] }) }

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listConnectedAgents, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch data')).toBeVisible()
  },
}

export const DisconnectFailed: Story = {
  parameters: withPortal({ answers: [some, answerProblem(disconnectAgent, 'unavailable')] }),
  play: async () => {
    const label = `Disconnect Assistant from ${contoso.name}`
    await userEvent.click(await screen.findByRole('button', { name: label }))
    const question = within(await screen.findByRole('dialog', { name: 'Disconnect Agent' }))
    await userEvent.click(question.getByRole('button', { name: 'Disconnect Agent' }))
    await expect(await screen.findByText('Failed to disconnect the agent')).toBeVisible()
  },
}
