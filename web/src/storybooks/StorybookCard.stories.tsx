import { getStorybookIcon, listStorybooks } from '@plinth/contract/storybooks.ts'
import { listBranches } from '@plinth/contract/versions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'

import {
  designSystem,
  handbook,
  hoursAgo,
  iconBytes,
  iconOfDesignSystem,
  icons,
} from '../stories/examples.ts'
import { answer, answerBytes, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { FavouriteAction } from './FavouriteAction.tsx'
import { StorybookCard } from './StorybookCard.tsx'

const meta = {
  title: 'Storybooks/Storybook card',
  component: StorybookCard,
  args: { storybook: designSystem },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 380 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof StorybookCard>
export default meta
type Story = StoryObj<typeof meta>

export const WithVersions: Story = {}

export const WithoutVersions: Story = { args: { storybook: icons } }

/** The place of its components is kept, so that the card does not grow when they are known. */
export const BeingRead: Story = {
  render: ({ storybook }) => (
    <>
      <StorybookCard storybook={storybook} />
      <StorybookCard storybook={{ ...storybook, publicId: 'being-read', mainComponents: [] }} />
    </>
  ),
  play: async () => {
    const [read, beingRead] = screen.getAllByRole('article')
    await expect(beingRead?.clientHeight).toBe(read?.clientHeight)
  },
}

/** Nothing is missing where there is neither a description nor anything read yet. */
export const OnlyATitle: Story = {
  args: { storybook: { ...designSystem, description: null, mainComponents: [] } },
}

/** Taken from the build, or uploaded. */
export const WithIcon: Story = {
  args: { storybook: { ...designSystem, icon: iconOfDesignSystem } },
  parameters: withPortal({ answers: [answerBytes(getStorybookIcon, iconBytes)] }),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('[data-has-icon] img')).toBeVisible())
  },
}

/** The initials stay. */
export const IconMissing: Story = {
  ...WithIcon,
  parameters: withPortal({ answers: [answerProblem(getStorybookIcon, 'not_found')] }),
  play: async () => {
    await expect(await screen.findByText('DS')).toBeVisible()
  },
}

export const StaticSite: Story = { args: { storybook: handbook } }

export const News: Story = {
  args: {
    storybook: {
      ...designSystem,
      folder: 'Foundations',
      viewedAt: hoursAgo(50),
      newVersions: 1,
      newChanges: {
        added: 3,
        removed: 1,
        renamed: 0,
        changed: 12,
        unknown: 0,
        isPreviewChanged: false,
        isComplete: true,
      },
    },
    Favourite: FavouriteAction,
    hasFolder: true,
  },
}

export const MuchNews: Story = {
  args: {
    storybook: { ...designSystem, isFavourite: true, viewedAt: hoursAgo(5000), newVersions: 99 },
    Favourite: FavouriteAction,
  },
  play: async () => {
    await expect(await screen.findByText('99 or more new versions since you last looked')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Remove Design System from favourites' })).toBeVisible()
  },
}

export const NothingOnMainBranch: Story = {
  args: { storybook: { ...designSystem, mainBranch: 'trunk', latest: null } },
  play: async () => {
    await expect(await screen.findByText(/^No version of trunk yet/)).toBeVisible()
  },
}

export const LongText: Story = {
  args: {
    storybook: {
      ...designSystem,
      title: 'Donaudampfschifffahrtsgesellschaft design system for all passenger-facing applications',
      description:
        'Everything that is shown to somebody who travels: tickets, timetables, delays and apologies. The components are shared by the web shop, the machines on the platforms and the app, and each of them says in its stories where it is used, and by whom it was last changed.',
    },
  },
}

export const Editing: Story = {
  parameters: withPortal({ answers: [answer(listStorybooks, [designSystem]), answer(listBranches, [])] }),
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Edit Design System' }))
    await expect(await screen.findByRole('dialog', { name: 'Edit Storybook' })).toBeVisible()
  },
}
