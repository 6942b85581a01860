import { listCompositions, revokeComposition } from '@plinth/contract/compositions.ts'
import type { Composition } from '@plinth/contract/compositions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, within } from 'storybook/test'

import { designSystem, hoursAgo, icons } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { CompositionsSection } from './CompositionsSection.tsx'

const meta = {
  title: 'Compositions/Composing Storybooks',
  component: CompositionsSection,
} satisfies Meta<typeof CompositionsSection>
export default meta
type Story = StoryObj<typeof meta>

const composition: Composition = {
  id: 2,
  origin: 'http://localhost:6006',
  createdBy: 'Laptops',
  storybooks: [designSystem, icons].map(({ publicId, title }) => ({ publicId, title })),
  createdAt: hoursAgo(3),
  expiresAt: hoursAgo(-9),
}
const some = answer(listCompositions, [
  composition,
  { ...composition, id: 1, origin: 'https://storybook.intranet.contoso.example:8443', storybooks: [] },
])

export const Filled: Story = {
  parameters: withPortal({ answers: [some] }),
  play: async () => {
    await expect(await screen.findByText('http://localhost:6006')).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: withPortal({ answers: [answer(listCompositions, [])] }),
  play: async () => {
    await expect(await screen.findByText(/No other Storybook shows/)).toBeVisible()
  },
}

export const Loading: Story = { parameters: withPortal({ answers: [answerNever(listCompositions)] }) }

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listCompositions, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch data')).toBeVisible()
  },
}

export const RevokeFailed: Story = {
  parameters: withPortal({ answers: [some, answerProblem(revokeComposition, 'unavailable')] }),
  play: async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: 'Revoke addresses for http://localhost:6006' }),
    )
    const question = within(await screen.findByRole('dialog', { name: 'Revoke Addresses' }))
    await userEvent.click(question.getByRole('button', { name: 'Revoke Addresses' }))
    await expect(await screen.findByText('Failed to revoke the addresses')).toBeVisible()
  },
}
