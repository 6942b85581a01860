import { listApiKeys } from '@plinth/contract/api-keys.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { answer, answerNever, refuse } from '../stories/answers.ts'
import { takesPlace } from '../stories/InPortal.tsx'
import { apiKeys } from '../stories/settings-examples.ts'
import { ApiKeysSection } from './ApiKeysSection.tsx'

const meta = { title: 'API keys/API keys', component: ApiKeysSection } satisfies Meta<typeof ApiKeysSection>
export default meta
type Story = StoryObj<typeof meta>

const some = takesPlace({ answers: [answer(listApiKeys, apiKeys)] })

export const Filled: Story = {
  parameters: some,
  play: async () => {
    await expect(await screen.findByText('Within the last hour')).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: takesPlace({ answers: [answer(listApiKeys, [])] }),
  play: async () => {
    await expect(await screen.findByText(/You currently have no API keys/)).toBeVisible()
  },
}

export const Loading: Story = { parameters: takesPlace({ answers: [answerNever(listApiKeys)] }) }

export const Failed: Story = {
  parameters: takesPlace({ answers: [refuse(listApiKeys, 'unavailable')] }),
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
