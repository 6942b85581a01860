import { listAccounts } from '@plinth/contract/accounts.ts'
import { getHealth } from '@plinth/contract/health.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { AccountsGate } from '../accounts/AccountsGate.tsx'
import { AdminGate } from '../administration/AdminGate.tsx'
import { CodeNotLoaded } from '../load-code.ts'
import { AuthenticationErrorPage } from '../sign-in/AuthenticationErrorPage.tsx'
import { SignedOutPage } from '../sign-in/SignedOutPage.tsx'
import { answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

export default { title: 'Shell/Whole pages', parameters: { layout: 'fullscreen' } } satisfies Meta

/** Until the accounts of the user are known. */
export const Loading: StoryObj = {
  parameters: withPortal({ answers: [answerNever(listAccounts)] }),
  render: () => <AccountsGate />,
  play: async () => {
    await expect(await screen.findByText('Loading...')).toBeVisible()
    const { width, height } = screen.getByRole('main').getBoundingClientRect()
    await expect({ width, height }).toEqual({ width: innerWidth, height: innerHeight })
  },
}

/** If whoami fails, an administrator must not be sent away. */
export const WhoamiFailed: StoryObj = {
  parameters: withPortal({ answers: [answerProblem(getWhoami, 'unavailable')] }),
  render: () => <AdminGate />,
  play: async () => {
    await expect(await screen.findByRole('alert', { name: 'Failed to fetch data' })).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const PageNotFound: StoryObj = { render: () => <NotFoundPage /> }

export const BrokenPage: StoryObj = {
  parameters: withPortal({ failure: new Error('The code of this page could not be loaded.') }),
  render: () => <></>,
  play: async () => {
    await expect(await screen.findByRole('alert', { name: 'An error occurred' })).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  },
}

/** The page is loaded again once the portal answers, which it does not here. */
export const CodeNotLoadedYet: StoryObj = {
  parameters: withPortal({ failure: new CodeNotLoaded(), answers: [answerNever(getHealth)] }),
  render: () => <></>,
  play: async () => {
    await expect(await screen.findByRole('alert', { name: 'This page could not be loaded' })).toBeVisible()
  },
}

export const AuthenticationError: StoryObj = {
  render: () => <AuthenticationErrorPage message="Failed to initialize authentication" />,
}

export const SignedOutInOtherTab: StoryObj = { render: () => <SignedOutPage reason="otherTab" /> }

export const SignedOutOffline: StoryObj = { render: () => <SignedOutPage reason="providerUnreachable" /> }
