import { listMembers } from '@plinth/contract/members.ts'
import { listStorybooks } from '@plinth/contract/storybooks.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import {
  asViewer,
  designer,
  designSystem,
  formerMember,
  handbook,
  icons,
  owner,
} from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { StorybooksPage } from './StorybooksPage.tsx'

const meta = {
  title: 'Storybooks/Storybooks page',
  component: StorybooksPage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof StorybooksPage>
export default meta
type Story = StoryObj<typeof meta>

const team = answer(listMembers, [owner, designer, formerMember])

export const Filled: Story = {
  parameters: withPortal({ answers: [answer(listStorybooks, [handbook, designSystem, icons]), team] }),
  play: async () => {
    await expect(await screen.findByText(/3 storybooks, last published/)).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: withPortal({ answers: [answer(listStorybooks, []), answer(listMembers, [owner])] }),
  play: async () => {
    await expect(await screen.findByText(/You currently have no storybooks/)).toBeVisible()
  },
}

/** Viewers get no button that changes something. */
export const ForViewer: Story = {
  parameters: withPortal({
    account: asViewer,
    answers: [answer(listStorybooks, [handbook, designSystem, icons]), team],
  }),
  play: async () => {
    await expect(await screen.findByText('Dana Designer')).toBeVisible()
    await expect(screen.queryByRole('button')).not.toBeInTheDocument()
  },
}

export const EmptyForViewer: Story = {
  parameters: withPortal({ account: asViewer, answers: [answer(listStorybooks, []), team] }),
  play: async () => {
    await expect(await screen.findByText('This account has no storybooks yet.')).toBeVisible()
  },
}

/** For a user who is not in the list of members. */
export const WithoutATeam: Story = {
  parameters: withPortal({ answers: [answer(listStorybooks, [designSystem]), answer(listMembers, [])] }),
  play: async () => {
    await expect(
      await screen.findByText('Nobody has access yet. Invite your team under Manage Users and Settings.'),
    ).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: withPortal({ answers: [answerNever(listStorybooks), answerNever(listMembers)] }),
}

export const Failed: Story = {
  parameters: withPortal({
    answers: [answerProblem(listStorybooks, 'unavailable'), answerProblem(listMembers, 'unavailable')],
  }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch storybooks')).toBeVisible()
  },
}
