import { compareVersions } from '@plinth/contract/compare.ts'
import { getStorybook } from '@plinth/contract/storybooks.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import type { CSSProperties } from 'react'
import { expect, screen, waitFor } from 'storybook/test'

import { comparison } from '../stories/contents-examples.ts'
import { designSystem } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import type { Answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { SideBySidePage } from './SideBySidePage.tsx'

/** There is no header above it. */
const fullHeight: Decorator = (Story) => (
  <div style={{ '--header-height': '0px' } as CSSProperties}>
    <Story />
  </div>
)

const meta = {
  title: 'Compare/Side by side',
  component: SideBySidePage,
  decorators: [fullHeight],
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof SideBySidePage>
export default meta
type Story = StoryObj<typeof meta>

const at = (story: string, session: Answer = answerNever(refreshViewerSession)) => {
  const range = `${comparison.from.publicId}...${comparison.to.publicId}`
  return withPortal({
    route: '/storybook/:storybook/compare/:range/story/:story',
    at: `/storybook/${designSystem.publicId}/compare/${range}/story/${story}`,
    answers: [answer(getStorybook, designSystem), answer(compareVersions, comparison), session],
  })
}

/** Until the frames have their sessions. */
export const Opening: Story = {
  parameters: at('actions-button--primary'),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Next change' })).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Story' })).toHaveValue('Actions/Button / Primary'),
    )
  },
}

export const MissingInOne: Story = {
  parameters: at('forms-datepicker--default'),
  play: async () => {
    await expect(await screen.findByText('This story is not in the earlier version.')).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: at('actions-button--primary', answerProblem(refreshViewerSession, 'not_found')),
  play: async () => {
    await waitFor(() => expect(screen.getAllByText('Not found')).toHaveLength(2))
  },
}
