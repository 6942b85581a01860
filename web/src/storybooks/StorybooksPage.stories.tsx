import { listMembers } from '@plinth/contract/members.ts'
import { listStorybooks, setFavourite } from '@plinth/contract/storybooks.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'

import {
  asViewer,
  designer,
  designSystem,
  formerMember,
  handbook,
  hoursAgo,
  icons,
  owner,
} from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { manyStorybooks } from '../stories/many-storybooks.ts'
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

/** As calm as without them. */
export const FewInFolders: Story = {
  parameters: withPortal({
    answers: [
      answer(listStorybooks, [
        { ...handbook, folder: 'Marketing' },
        { ...designSystem, viewedAt: hoursAgo(30), newVersions: 2 },
        { ...icons, folder: 'Foundations' },
      ]),
      team,
    ],
  }),
  play: async () => {
    const headings = await screen.findAllByRole('button', { expanded: true })
    await expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Foundations1',
      'Marketing1',
      'Other storybooks1',
    ])
    await expect(screen.queryByRole('searchbox')).toBeNull()
  },
}

const showCards = () => {
  localStorage.clear()
  localStorage.setItem('plinth.storybooks.view', 'cards')
}

export const Many: Story = {
  beforeEach: showCards,
  parameters: withPortal({
    answers: [answer(listStorybooks, manyStorybooks(200)), answer(setFavourite, undefined), team],
  }),
  play: async () => {
    await expect(await screen.findByText(/^200 storybooks/)).toBeVisible()
    await waitFor(
      () => expect(screen.getAllByRole('article', { name: /^Checkout|^Search/ })).toHaveLength(50),
      // They are rendered a few at a time, which takes a busy machine longer than the second it gets otherwise.
      { timeout: 15_000 },
    )
    const viewed = within(screen.getByRole('region', { name: 'Recently viewed' })).getAllByRole('link')
    await expect(viewed.length).toBeGreaterThan(1)
    // One row, however many there are.
    await expect(new Set(viewed.map((link) => link.getBoundingClientRect().top)).size).toBe(1)
    const favourites = within(screen.getByRole('region', { name: 'Favourites' }))
    const [first] = favourites.getAllByRole('button', { name: /^Remove .* from favourites$/ })
    const before = favourites.getAllByRole('article').length
    if (first) await userEvent.click(first)
    await expect(await favourites.findByRole('button', { name: /^Add .* to favourites$/ })).toBeVisible()
    // It does not move from under the pointer.
    await expect(favourites.getAllByRole('article')).toHaveLength(before)
  },
}

/** Many are a list, unless somebody prefers cards. */
export const List: Story = {
  ...Many,
  beforeEach: () => localStorage.clear(),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Show as a list', pressed: true })).toBeVisible()
    const [first] = await screen.findAllByRole('link', { name: /^View Storybook/ })
    await expect(first?.closest('article')?.offsetHeight).toBe(44)
    // One column, also where there are no versions to lead to.
    const stars = await screen.findAllByRole('button', { name: / favourites$/ })
    await expect(new Set(stars.map((star) => star.getBoundingClientRect().left)).size).toBe(1)
    await userEvent.click(screen.getByRole('button', { name: 'Show as cards' }))
    await waitFor(() => expect(screen.getAllByText('View Storybook')[0]).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: 'Show as a list' }))
    await waitFor(() => expect(screen.queryByText('View Storybook')).toBeNull())
  },
}

export const ClosedFolder: Story = {
  ...Many,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Apps/, expanded: true }))
    await expect(screen.getByRole('button', { name: /^Apps/, expanded: false })).toBeVisible()
    await expect(within(screen.getByRole('region', { name: 'Apps' })).queryByRole('article')).toBeNull()
  },
}

export const Searched: Story = {
  ...Many,
  play: async () => {
    await userEvent.type(await screen.findByRole('searchbox'), 'checkout forms')
    await expect(await screen.findByText('3 of 200 storybooks')).toBeVisible()
    await expect(screen.getAllByRole('article', { name: /^Checkout forms/ })).toHaveLength(3)
  },
}

export const NothingFound: Story = {
  ...Many,
  play: async () => {
    await userEvent.type(await screen.findByRole('searchbox'), 'zebra')
    await expect(await screen.findByText('No storybook matches “zebra”.')).toBeVisible()
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
