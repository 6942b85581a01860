import { getStorybook } from '@plinth/contract/storybooks.ts'
import { listVersions } from '@plinth/contract/versions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { designSystem, icons, versions } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { VersionsPage } from './VersionsPage.tsx'

const meta = {
  title: 'Versions/Versions page',
  component: VersionsPage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof VersionsPage>
export default meta
type Story = StoryObj<typeof meta>

const at = {
  route: '/storybook/:storybook/versions',
  at: `/storybook/${designSystem.publicId}/versions`,
}

export const Filled: Story = {
  parameters: withPortal({
    ...at,
    answers: [answer(getStorybook, designSystem), answer(listVersions, versions)],
  }),
  play: async () => {
    await expect(await screen.findByText(/^3 versions, /)).toBeVisible()
  },
}

export const Empty: Story = {
  parameters: withPortal({ ...at, answers: [answer(getStorybook, icons), answer(listVersions, [])] }),
  play: async () => {
    await expect(await screen.findByText(/Nothing has been published yet/)).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: withPortal({ ...at, answers: [answerNever(getStorybook), answerNever(listVersions)] }),
}

export const Failed: Story = {
  parameters: withPortal({
    ...at,
    answers: [answer(getStorybook, designSystem), answerProblem(listVersions, 'unavailable')],
  }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch versions')).toBeVisible()
  },
}
