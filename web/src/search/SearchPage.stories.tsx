import { search } from '@plinth/contract/search.ts'
import { listStorybooks } from '@plinth/contract/storybooks.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { results } from '../stories/contents-examples.ts'
import { designSystem, handbook } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import type { Answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { SearchPage } from './SearchPage.tsx'

const meta = {
  title: 'Search/Results page',
  component: SearchPage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof SearchPage>
export default meta
type Story = StoryObj<typeof meta>

const at = (query: string, answers: Answer[] = []) =>
  withPortal({
    route: '/search',
    at: `/search${query}`,
    answers: [answer(listStorybooks, [designSystem, handbook]), ...answers],
  })

const found = { results, hasMore: true, corrections: [], tags: ['beta', 'stable'] }

export const Filled: Story = {
  parameters: at('?q=primary+button&kind=story&tag=beta', [answer(search, found)]),
  play: async () => {
    await expect(await screen.findByRole('link', { name: 'ButtonGroup' })).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Show more' })).toBeVisible()
  },
}

export const Corrected: Story = {
  parameters: at('?q=primry+button', [
    answer(search, { ...found, corrections: [{ from: 'primry', to: 'primary' }] }),
  ]),
  play: async () => {
    await expect(await screen.findByText('primary button')).toBeVisible()
  },
}

export const NothingTyped: Story = { parameters: at('') }

export const NothingFound: Story = {
  parameters: at('?q=quux&kind=docs', [answer(search, { ...found, results: [], hasMore: false })]),
  play: async () => {
    await expect(await screen.findByText('Nothing found for “quux” with these filters.')).toBeVisible()
  },
}

export const Loading: Story = { parameters: at('?q=button', [answerNever(search)]) }

export const Failed: Story = {
  parameters: at('?q=button', [answerProblem(search, 'unavailable')]),
  play: async () => {
    await expect(await screen.findByText('Search failed')).toBeVisible()
  },
}
