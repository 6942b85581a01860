import { listAgentCalls } from '@plinth/contract/mcp.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { contoso } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { agentCalls } from '../stories/settings-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { ConnectAgentPage } from './ConnectAgentPage.tsx'

const meta = {
  title: 'MCP/Connect an agent',
  component: ConnectAgentPage,
  parameters: { layout: 'fullscreen' },
  beforeEach: fakeClipboard,
} satisfies Meta<typeof ConnectAgentPage>
export default meta
type Story = StoryObj<typeof meta>

export const InUse: Story = {
  parameters: withPortal({ answers: [answer(listAgentCalls, agentCalls)] }),
  play: async () => {
    await expect(await screen.findByText('1,204')).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: 'Codex' }))
    await expect(await screen.findByText(/bearer_token_env_var/)).toBeVisible()
  },
}

/** The client asks for the key, so nobody has to put it into the environment. */
export const ClientThatAsksForTheKey: Story = {
  parameters: withPortal({ answers: [answer(listAgentCalls, agentCalls)] }),
  play: async () => {
    await userEvent.click(await screen.findByRole('tab', { name: 'VS Code' }))
    await expect(await screen.findByText(/promptString/)).toBeVisible()
    await expect(screen.queryByText(/into the environment/)).toBeNull()
  },
}

export const NotUsedYet: Story = {
  parameters: withPortal({ answers: [answer(listAgentCalls, [])] }),
  play: async () => {
    await expect(await screen.findByText('No agent has called yet.')).toBeVisible()
  },
}

export const Loading: Story = { parameters: withPortal({ answers: [answerNever(listAgentCalls)] }) }

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listAgentCalls, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch agent calls')).toBeVisible()
  },
}

/** Viewers manage no keys, and do not see how those are used. */
export const ForViewer: Story = {
  parameters: withPortal({ account: { ...contoso, role: 'Viewer', isSystemOwner: false } }),
  play: async () => {
    await expect((await screen.findAllByText(/Ask an Owner or a User/))[0]).toBeVisible()
    await expect(screen.queryByText('Agent Calls, Last 30 Days')).not.toBeInTheDocument()
  },
}
