import { search } from '@plinth/contract/search.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'

import { results } from '../stories/contents-examples.ts'
import { contoso } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { SearchPalette } from './SearchPalette.tsx'

const meta = {
  title: 'Search/Palette',
  component: SearchPalette,
  parameters: { layout: 'fullscreen' },
  args: { account: contoso.publicId, opened: true, onClose: fn() },
} satisfies Meta<typeof SearchPalette>
export default meta
type Story = StoryObj<typeof meta>

const found = { results, hasMore: true, corrections: [], tags: [] }

async function type(words: string) {
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search this account' }), words)
}

export const NothingTyped: Story = {
  play: async () => {
    await expect(await screen.findByText(/Type at least two characters/)).toBeVisible()
  },
}

/** Arrows move, and the field says which result Enter would open. */
export const Results: Story = {
  parameters: withPortal({ answers: [answer(search, found)] }),
  play: async () => {
    await type('primary button')
    // Announced when the results are those of the whole query.
    await screen.findByText('More than 6 results')
    await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true'))
    await userEvent.keyboard('{ArrowDown}')
    const second = screen.getByRole('option', { name: /^ButtonGroup/ })
    await waitFor(() => expect(second).toHaveAttribute('aria-selected', 'true'))
    await expect(screen.getByRole('combobox')).toHaveAttribute('aria-activedescendant', second.id)
  },
}

export const Corrected: Story = {
  parameters: withPortal({
    answers: [
      answer(search, {
        ...found,
        corrections: [
          { from: 'primry', to: 'primary' },
          { from: 'buton', to: 'button' },
        ],
      }),
    ],
  }),
  play: async () => {
    await type('primry buton')
    await expect(await screen.findByText('primary button')).toBeVisible()
  },
}

export const Searching: Story = {
  parameters: withPortal({ answers: [answerNever(search)] }),
  play: async () => {
    await type('button')
    await expect(await screen.findByText('Searching…')).toBeVisible()
  },
}

export const NothingFound: Story = {
  parameters: withPortal({ answers: [answer(search, { ...found, results: [], hasMore: false })] }),
  play: async () => {
    await type('quux')
    await expect(await screen.findByText('Nothing found for “quux”.')).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(search, 'unavailable')] }),
  play: async () => {
    await type('button')
    await expect(await screen.findByText(/^Search failed\. /)).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
