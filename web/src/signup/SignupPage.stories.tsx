import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { answerNever } from '../stories/answers.ts'
import { takesPlace } from '../stories/InPortal.tsx'
import { SignupPage } from './SignupPage.tsx'

const meta = {
  title: 'Accounts/Account setup',
  component: SignupPage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof SignupPage>
export default meta
type Story = StoryObj<typeof meta>

export const WithoutAToken: Story = {
  parameters: takesPlace({ at: '/signup' }),
  play: async () => {
    await expect(await screen.findByText('Setup Error')).toBeVisible()
    await expect(screen.getByText(/No setup token provided/)).toBeVisible()
  },
}

export const Processing: Story = {
  parameters: takesPlace({
    at: '/signup?token=a-token',
    answers: [answerNever({ method: 'GET', path: '/v1.0/organization' })],
  }),
}
