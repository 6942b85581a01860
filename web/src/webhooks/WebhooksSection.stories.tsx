import { createWebhook, listWebhooks, resumeWebhook } from '@plinth/contract/webhooks.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'

import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { releaseBot, webhooks } from '../stories/webhook-examples.ts'
import { WebhooksSection } from './WebhooksSection.tsx'

const meta = {
  title: 'Webhooks/Webhooks',
  component: WebhooksSection,
  beforeEach: fakeClipboard,
} satisfies Meta<typeof WebhooksSection>
export default meta
type Story = StoryObj<typeof meta>

const some = answer(listWebhooks, webhooks)

export const Filled: Story = {
  parameters: withPortal({ answers: [some, answerProblem(resumeWebhook, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Old build server needs attention')).toBeVisible()
    await expect(screen.getByText(/1,204 events are waiting/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(screen.getByText('Failed to resume the webhook')).toBeVisible())
  },
}

export const Empty: Story = {
  parameters: withPortal({ answers: [answer(listWebhooks, [])] }),
  play: async () => {
    await expect(await screen.findByText(/You currently have no webhooks/)).toBeVisible()
  },
}

export const Loading: Story = { parameters: withPortal({ answers: [answerNever(listWebhooks)] }) }

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listWebhooks, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch data')).toBeVisible()
  },
}

async function fillIn(address: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Create Webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/Name/), 'Release bot')
  await userEvent.type(dialog.getByLabelText(/Address/), address)
  return dialog
}

/** Everything is checked when the form is sent. */
export const Incomplete: Story = {
  parameters: withPortal({ answers: [some] }),
  play: async () => {
    const dialog = await fillIn('ftp://receiver.example')
    await userEvent.clear(dialog.getByLabelText(/Name/))
    await userEvent.click(dialog.getByLabelText('Version published'))
    await userEvent.click(dialog.getByRole('button', { name: 'Create Webhook' }))
    await expect(await dialog.findByText('Name is required')).toBeVisible()
    await expect(dialog.getByText(/begins with https/)).toBeVisible()
    await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  },
}

const internal = 'This address is not on the public Internet, and the operator does not allow it.'

export const InternalAddress: Story = {
  parameters: withPortal({
    answers: [
      some,
      answerProblem(createWebhook, 'invalid_input', { errors: [{ field: 'url', message: internal }] }),
    ],
  }),
  play: async () => {
    const dialog = await fillIn('https://10.0.0.1/')
    await userEvent.click(dialog.getByRole('button', { name: 'Create Webhook' }))
    await expect(await dialog.findByText(internal)).toBeVisible()
    // Said at the field, and nowhere else.
    await expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
  },
}

/** The address of a chat chooses the format; a person can choose another one. */
export const SlackAddress: Story = {
  parameters: withPortal({ answers: [some] }),
  play: async () => {
    const dialog = await fillIn('https://hooks.slack.com/services/T0/B0/x')
    await expect(dialog.getByRole('radio', { name: 'Slack' })).toBeChecked()
    await expect(dialog.getByText(/Chosen by the address/)).toBeVisible()
    await userEvent.click(dialog.getByRole('radio', { name: 'JSON' }))
    await userEvent.type(dialog.getByLabelText(/Address/), 'y')
    await expect(dialog.getByRole('radio', { name: 'JSON' })).toBeChecked()
  },
}

export const Secret: Story = {
  parameters: withPortal({
    answers: [
      some,
      answer(createWebhook, { ...releaseBot, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }),
    ],
  }),
  play: async () => {
    const dialog = await fillIn('https://receiver.example/')
    await userEvent.click(dialog.getByRole('button', { name: 'Create Webhook' }))
    await expect(await screen.findByLabelText('Signing secret')).toHaveValue(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    )
  },
}
