import { deleteApiKeysOfCreator, listApiKeys } from '@plinth/contract/api-keys.ts'
import { listAgentCalls } from '@plinth/contract/mcp.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, within } from 'storybook/test'

import { contoso } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { agentCalls, apiKeys, keysOfFormerMember } from '../stories/settings-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { ApiKeysSection } from './ApiKeysSection.tsx'

const meta = { title: 'API keys/API keys', component: ApiKeysSection } satisfies Meta<typeof ApiKeysSection>
export default meta
type Story = StoryObj<typeof meta>

const some = withPortal({ answers: [answer(listApiKeys, apiKeys), answer(listAgentCalls, agentCalls)] })

export const Filled: Story = {
  parameters: some,
  play: async () => {
    await expect(await screen.findByText('Within the last hour')).toBeVisible()
    await expect(await screen.findByText('1,204')).toBeInTheDocument()
  },
}

export const Empty: Story = {
  parameters: withPortal({ answers: [answer(listApiKeys, [])] }),
  play: async () => {
    await expect(await screen.findByText(/You currently have no API keys/)).toBeVisible()
  },
}

export const Loading: Story = { parameters: withPortal({ answers: [answerNever(listApiKeys)] }) }

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listApiKeys, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch data')).toBeVisible()
  },
}

export const DeleteQuestion: Story = {
  parameters: some,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete API key My laptop' }))
    await expect(await screen.findByRole('dialog')).toHaveTextContent('My laptop')
  },
}

const someOfFormerMember = answer(listApiKeys, keysOfFormerMember)
const noCalls = answer(listAgentCalls, [])

export const OfFormerMember: Story = {
  parameters: withPortal({ answers: [someOfFormerMember, noCalls] }),
  play: async () => {
    await expect(await screen.findByText('API keys of a former member')).toBeVisible()
    await expect(screen.getAllByText('No longer a member')).toHaveLength(2)
  },
}

/** Users see who has left; only Owners can delete all keys of another person at once. */
export const OfFormerMemberForUser: Story = {
  parameters: withPortal({
    account: { ...contoso, role: 'User', isSystemOwner: false },
    answers: [someOfFormerMember, noCalls],
  }),
  play: async () => {
    await expect(await screen.findAllByText('No longer a member')).toHaveLength(2)
    await expect(screen.queryByText('API keys of a former member')).not.toBeInTheDocument()
  },
}

export const DeleteTheirsFailed: Story = {
  parameters: withPortal({
    answers: [someOfFormerMember, noCalls, answerProblem(deleteApiKeysOfCreator, 'unavailable')],
  }),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Their API Keys' }))
    const dialog = within(await screen.findByRole('dialog'))
    await expect(dialog.getByText('My laptop, Old build server')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Their API Keys' }))
    await expect(await screen.findByText('Failed to delete API keys')).toBeVisible()
  },
}
