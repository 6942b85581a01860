import { listComponents } from '@plinth/contract/contents.ts'
import { getStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { components, componentsWithoutProps, manyComponents } from '../stories/contents-examples.ts'
import { designSystem, handbook } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { ComponentsPage } from './ComponentsPage.tsx'
import { StorybookComponentsPage } from './StorybookComponentsPage.tsx'

const meta = {
  title: 'Components/Components page',
  component: ComponentsPage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof ComponentsPage>
export default meta
type Story = StoryObj<typeof meta>

const storybooks = answer(listStorybooks, [designSystem, handbook])
const all = { components, isPartial: false, reading: [] }

export const Filled: Story = {
  parameters: withPortal({ answers: [answer(listComponents, all), storybooks] }),
  play: async () => {
    await expect(await screen.findByText('8 components in 2 storybooks')).toBeVisible()
    await expect(await screen.findByRole('link', { name: 'DatePicker' })).toBeVisible()
  },
}

export const Filtered: Story = {
  parameters: withPortal({ answers: [answer(listComponents, all), storybooks] }),
  play: async () => {
    await userEvent.type(await screen.findByRole('searchbox'), 'button')
    await expect(await screen.findByText('3 of 8 components')).toBeVisible()
  },
}

/** With very many, the folders start closed, and a large one shows its components in portions. */
export const Many: Story = {
  parameters: withPortal({
    answers: [answer(listComponents, { ...all, components: manyComponents, isPartial: true }), storybooks],
  }),
  play: async () => {
    const folder = await screen.findByRole('button', { name: /Design System/ })
    await expect(folder).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(folder)
    await expect(await screen.findByRole('button', { name: /Area 9/ })).toBeVisible()
  },
}

export const Reading: Story = {
  parameters: withPortal({
    answers: [answer(listComponents, { ...all, reading: [handbook.publicId] }), storybooks],
  }),
  play: async () => {
    await expect(await screen.findByText('Reading contents of Brand handbook…')).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: withPortal({ answers: [answer(listComponents, { ...all, components: [] }), storybooks] }),
  play: async () => {
    await expect(await screen.findByText(/No components yet/)).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: withPortal({ answers: [answerNever(listComponents), storybooks] }),
}

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listComponents, 'unavailable'), storybooks] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch components')).toBeVisible()
  },
}

/** Of one storybook whose build has no list of stories, as of Storybook 6. */
export const Unlisted: Story = {
  parameters: withPortal({
    route: '/storybook/:storybook/components',
    at: `/storybook/${designSystem.publicId}/components`,
    answers: [
      answer(listComponents, { ...all, components: [] }),
      answer(getStorybook, {
        ...designSystem,
        latest: designSystem.latest && {
          ...designSystem.latest,
          storyCount: null,
          storybookVersion: '6.5.16',
        },
      }),
      storybooks,
    ],
  }),
  render: () => <StorybookComponentsPage />,
  play: async () => {
    await expect(await screen.findByText(/does not list its stories/)).toBeVisible()
  },
}

/** Of one storybook. If its build says nothing about props, the page says how to get them. */
export const WithoutProps: Story = {
  parameters: withPortal({
    route: '/storybook/:storybook/components',
    at: `/storybook/${designSystem.publicId}/components`,
    answers: [
      answer(listComponents, {
        ...all,
        components: componentsWithoutProps,
      }),
      answer(getStorybook, designSystem),
      storybooks,
    ],
  }),
  render: () => <StorybookComponentsPage />,
  play: async () => {
    await expect(await screen.findByText('No props in this build')).toBeVisible()
  },
}
