import { compareVersions } from '@plinth/contract/compare.ts'
import type { Comparison } from '@plinth/contract/compare.ts'
import { getVersionReview } from '@plinth/contract/reviews.ts'
import type { VersionReview } from '@plinth/contract/reviews.ts'
import { getStorybook } from '@plinth/contract/storybooks.ts'
import { listVersions } from '@plinth/contract/versions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { comparison } from '../stories/contents-examples.ts'
import { designSystem, hoursAgo, versions } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import type { Answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { ComparePage } from './ComparePage.tsx'

const meta = {
  title: 'Compare/Compare page',
  component: ComparePage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof ComparePage>
export default meta
type Story = StoryObj<typeof meta>

const at = (compared: Answer) =>
  withPortal({
    route: '/storybook/:storybook/compare/:range',
    at: `/storybook/${designSystem.publicId}/compare/${comparison.from.publicId}...${comparison.to.publicId}`,
    answers: [answer(getStorybook, designSystem), answer(listVersions, versions), compared],
  })

const same: Comparison = {
  ...comparison,
  from: { ...comparison.from, storybookVersion: comparison.to.storybookVersion },
  counts: { added: 0, removed: 0, renamed: 0, changed: 0, unknown: 0, unchanged: 214 },
  added: [],
  removed: [],
  renamed: [],
  changed: [],
  components: [],
  isPreviewChanged: false,
  size: {
    kinds: comparison.size.kinds.map(({ kind, after }) => ({ kind, before: after, after })),
    grown: [],
  },
}

export const Changed: Story = {
  parameters: at(answer(compareVersions, comparison)),
  play: async () => {
    await expect(await screen.findByRole('heading', { name: 'Renamed' })).toBeVisible()
    await expect(screen.getByRole('link', { name: 'See Primary side by side' })).toBeVisible()
    await expect(screen.getByText('also changed')).toBeVisible()
    await expect(screen.getByText('cannot tell whether it also changed')).toBeVisible()
  },
}

export const Same: Story = {
  parameters: at(answer(compareVersions, same)),
  play: async () => {
    await expect(await screen.findByText(/^Nothing changed/)).toBeVisible()
  },
}

export const CannotTell: Story = {
  parameters: at(
    answer(compareVersions, {
      ...same,
      from: { ...comparison.from, storybookVersion: '8.6.2', framework: 'react-webpack5' },
      counts: { ...same.counts, unknown: 5 },
      unknown: comparison.changed,
      unknownBecause: 'builder',
    }),
  ),
  play: async () => {
    await expect(await screen.findByText(/made with different builders/)).toBeVisible()
  },
}

/** Folded by title. */
export const Many: Story = {
  parameters: at(
    answer(compareVersions, {
      ...same,
      counts: { ...same.counts, changed: 500 },
      changed: Array.from({ length: 500 }, (_, index) => ({
        id: `area-${index}--default`,
        kind: 'story' as const,
        title: `Area/Component ${Math.floor(index / 10)}`,
        name: `State ${index}`,
        because: ['theme.ts'],
      })),
    }),
  ),
  play: async () => {
    await expect(await screen.findByRole('button', { name: /Component 49/ })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
  },
}

export const Reading: Story = {
  parameters: at(answer(compareVersions, { ...same, state: 'reading' })),
  play: async () => {
    await expect(await screen.findByText('Reading contents…')).toBeVisible()
  },
}

export const Loading: Story = { parameters: at(answerNever(compareVersions)) }

export const Failed: Story = {
  parameters: at(answerProblem(compareVersions, 'unavailable')),
  play: async () => {
    await expect(await screen.findByText('Failed to compare the versions')).toBeVisible()
  },
}

const required = { ...designSystem, requiresReview: true }

const review: VersionReview = {
  state: 'pending',
  because: 'no-baseline',
  toReview: 0,
  accepted: 0,
  rejected: 0,
  baseline: null,
  decision: null,
}

const reviewed = (compared: Answer, given: VersionReview) => {
  const parameters = at(compared)
  return {
    ...parameters,
    portal: {
      ...parameters.portal,
      answers: [
        answer(getStorybook, required),
        answer(listVersions, versions),
        answer(getVersionReview, given),
        compared,
      ],
    },
  }
}

export const BasedOnMain: Story = {
  parameters: at(
    answer(compareVersions, {
      ...comparison,
      to: {
        ...comparison.to,
        branch: 'corners',
        baseline: { version: comparison.from.publicId, branch: 'main', reason: 'ancestor' },
      },
    }),
  ),
  play: async () => {
    await expect(await screen.findByText(/newest version of main that it is based on/)).toBeVisible()
  },
}

export const WithoutHistory: Story = {
  parameters: at(
    answer(compareVersions, {
      ...comparison,
      to: {
        ...comparison.to,
        branch: 'corners',
        baseline: { version: comparison.from.publicId, branch: 'main', reason: 'newest-of-branch' },
      },
    }),
  ),
  play: async () => {
    await expect(await screen.findByText(/because its Git history is not known/)).toBeVisible()
  },
}

/** The first version of a storybook that requires review. */
export const NothingBefore: Story = {
  parameters: reviewed(answerProblem(compareVersions, 'nothing_to_compare'), review),
  play: async () => {
    await expect(await screen.findByText(/There is nothing to compare this version with:/)).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Accept this version' }))
    await expect(await screen.findByRole('dialog', { name: 'Accept this version' })).toBeVisible()
  },
}

export const AcceptedWithoutComparison: Story = {
  parameters: reviewed(answerProblem(compareVersions, 'nothing_to_compare'), {
    ...review,
    state: 'success',
    because: 'version-accepted',
    decision: {
      decision: 'accepted',
      isMine: false,
      comment: 'Our first one.',
      by: 'Dana Designer',
      at: hoursAgo(1),
    },
  }),
  play: async () => {
    await expect(await screen.findByText('Accepted without a full comparison')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Take back' })).toBeVisible()
  },
}
