import { decideAgentRequest, describeAgentRequest } from '@plinth/contract/connected-agents.ts'
import type { AgentRequest } from '@plinth/contract/connected-agents.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'

import { contoso } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import type { Answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { AuthorizePage } from './AuthorizePage.tsx'

const meta = {
  title: 'Connected agents/Allowing an agent',
  component: AuthorizePage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof AuthorizePage>
export default meta
type Story = StoryObj<typeof meta>

const opened = (...answers: Answer[]): Pick<Story, 'parameters'> => ({
  parameters: withPortal({ route: '/authorize/:uid', at: '/authorize/abc', answers }),
})

const request: AgentRequest = {
  name: 'Assistant',
  clientHost: 'assistant.example',
  redirectHost: 'assistant.example',
  accountName: contoso.name,
}
const asked = answer(describeAgentRequest, request)

async function allowButton() {
  const button = await screen.findByRole('button', { name: 'Allow' })
  await waitFor(() => expect(button).toBeEnabled())
  return button
}

export const Question: Story = {
  ...opened(asked),
  play: async () => {
    await allowButton()
    await expect(screen.getAllByText('assistant.example')[0]).toBeVisible()
    await expect(screen.getByText(contoso.name)).toBeVisible()
  },
}

/** It registered itself, as programs do that have no page of their own, and its name is long and odd. */
export const OnThisComputer: Story = {
  ...opened(
    answer(describeAgentRequest, {
      ...request,
      name: `<b>Agent</b> ${'agent'.repeat(17)}`,
      clientHost: null,
      redirectHost: null,
    }),
  ),
  play: async () => {
    await allowButton()
    await expect(screen.getByText('It has not said to whom it belongs.')).toBeVisible()
    await expect(screen.getByText(/^<b>Agent<\/b>/)).toBeVisible()
  },
}

export const Allowed: Story = {
  ...opened(asked, answer(decideAgentRequest, { url: '#continued' })),
  play: async () => {
    await userEvent.click(await allowButton())
    await waitFor(() => expect(location.hash).toBe('#continued'))
    history.replaceState(null, '', location.href.replace('#continued', ''))
  },
}

export const AnswerFailed: Story = {
  ...opened(asked, answerProblem(decideAgentRequest, 'unavailable')),
  play: async () => {
    await userEvent.click(await allowButton())
    await expect(await screen.findByText('The answer could not be sent')).toBeVisible()
  },
}

export const NoAccess: Story = {
  ...opened(answerProblem(describeAgentRequest, 'not_found')),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Back to the Agent' })).toBeVisible()
  },
}

export const Expired: Story = {
  ...opened(answerProblem(describeAgentRequest, 'agent_request_expired')),
  play: async () => {
    await expect(await screen.findByText(/start again in your agent/)).toBeVisible()
  },
}

export const Checking: Story = opened(answerNever(describeAgentRequest))

export const CheckFailed: Story = {
  ...opened(answerProblem(describeAgentRequest, 'unavailable')),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
