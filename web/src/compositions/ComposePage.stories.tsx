import { allowPage, describeRequestedPage } from '@plinth/contract/compositions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'

import { storeLinkCode } from '../link-codes.ts'
import { contoso, designSystem } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import type { Answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { ComposePage } from './ComposePage.tsx'

const meta = {
  title: 'Compositions/Allowing a page',
  component: ComposePage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof ComposePage>
export default meta
type Story = StoryObj<typeof meta>

const origin = 'http://localhost:6006'

/** The page as it is opened from `from`. */
const opened = (answers: Answer[], from = origin): Pick<Story, 'parameters' | 'beforeEach'> => ({
  beforeEach: () => {
    storeLinkCode('opener', `${from} sealed`)
    // The window of the story stays.
    const close = window.close.bind(window)
    window.close = fn()
    return () => {
      window.close = close
    }
  },
  parameters: withPortal({ route: '/compose', at: '/compose?request=sealed', answers }),
})

const requested = answer(describeRequestedPage, {
  origin,
  accountName: contoso.name,
  storybookTitle: designSystem.title,
})
const allows = answer(allowPage, undefined)

async function allowButton() {
  const button = await screen.findByRole('button', { name: 'Allow' })
  await waitFor(() => expect(button).toBeEnabled())
  return button
}

export const Question: Story = {
  ...opened([requested]),
  play: async () => {
    await allowButton()
    await expect(screen.getByText(origin)).toBeVisible()
    await expect(screen.getByText(contoso.name)).toBeVisible()
  },
}

export const Allowed: Story = {
  ...opened([requested, allows]),
  play: async () => {
    await userEvent.click(await allowButton())
    await expect(await screen.findByText('Done. You can close this window.')).toBeVisible()
    await expect(window.close).toHaveBeenCalled()
  },
}

export const Cancelled: Story = {
  ...opened([requested]),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await expect(await screen.findByText(/Nothing was allowed/)).toBeVisible()
    await expect(window.close).toHaveBeenCalled()
  },
}

/** Somebody leads people here with the request of their own browser. */
export const OpenedFromElsewhere: Story = {
  ...opened([requested], 'https://elsewhere.example'),
  play: async () => {
    await expect(await screen.findByText('This window was not opened by that Storybook')).toBeVisible()
    await expect(screen.queryByRole('button')).not.toBeInTheDocument()
  },
}

export const NoAccess: Story = {
  ...opened([answerProblem(describeRequestedPage, 'not_found')]),
  play: async () => {
    await expect(await screen.findByText('This request cannot be answered')).toBeVisible()
  },
}

export const Checking: Story = opened([answerNever(describeRequestedPage)])

export const CheckFailed: Story = {
  ...opened([answerProblem(describeRequestedPage, 'unavailable')]),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const AllowFailed: Story = {
  ...opened([requested, answerProblem(allowPage, 'unavailable')]),
  play: async () => {
    await userEvent.click(await allowButton())
    await expect(await screen.findByText('This could not be allowed')).toBeVisible()
  },
}
