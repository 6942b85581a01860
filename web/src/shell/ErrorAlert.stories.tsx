import { ApiError } from '@plinth/contract/client.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { ErrorAlert } from './ErrorAlert.tsx'

const apiError = (status: number, statusText: string, problem?: { code: string; detail: string }) =>
  new ApiError({
    url: '/api/v1/accounts',
    status,
    statusText,
    body: problem ? JSON.stringify(problem) : 'upstream',
  })

const meta = {
  title: 'Shell/Error alert',
  component: ErrorAlert,
  args: { title: 'Failed to fetch storybooks', error: new TypeError('Failed to fetch') },
} satisfies Meta<typeof ErrorAlert>
export default meta
type Story = StoryObj<typeof meta>

export const LostConnection: Story = {
  args: { retry: fn() },
  play: async ({ args }) => {
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expect(args.retry).toHaveBeenCalledOnce()
  },
}

/** The server's explanation, if it sent one. */
export const ExplainedByTheServer: Story = {
  args: {
    error: apiError(409, 'Conflict', {
      code: 'last_owner',
      detail: 'This is the last Owner of the account. Make somebody else an Owner first.',
    }),
    title: 'Failed to update user',
  },
}

export const FromAProxy: Story = {
  args: { error: apiError(502, 'Bad Gateway'), retry: fn() },
}

/** Trying again would be refused again. */
export const Refused: Story = {
  args: {
    error: apiError(404, 'Not Found', {
      code: 'not_found',
      detail: 'This does not exist, or you have no access to it.',
    }),
    retry: fn(),
  },
  play: async () => {
    await expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}
