import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { comparison } from '../stories/contents-examples.ts'
import { designSystem } from '../stories/examples.ts'
import { comments, noPictures, pictureAnswers, pictureComparison } from '../stories/picture-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { LooksSection } from './LooksSection.tsx'

const meta = {
  title: 'Pictures/How it looks',
  component: LooksSection,
  args: {
    range: {
      account: 'contoso',
      storybook: designSystem.publicId,
      from: comparison.from.publicId,
      to: comparison.to.publicId,
      branch: comparison.to.branch,
    },
  },
} satisfies Meta<typeof LooksSection>
export default meta
type Story = StoryObj<typeof meta>

export const ToReview: Story = {
  parameters: withPortal({ answers: pictureAnswers(pictureComparison, comments) }),
  play: async () => {
    await expect(
      await screen.findByRole('button', { name: /^Accept Actions\/Button \/ Primary/ }),
    ).toBeVisible()
    await expect(screen.getByText('Accepted by Ada Lindqvist', { exact: false })).toBeVisible()
    await expect(screen.getByRole('button', { name: '1 story looks the same' })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
  },
}

export const Swiped: Story = {
  parameters: withPortal({ answers: pictureAnswers(pictureComparison) }),
  play: async () => {
    await userEvent.click(await screen.findByText('Swipe'))
    await expect((await screen.findAllByRole('slider'))[0]).toHaveValue('50')
    await userEvent.click(screen.getByText('Side by side'))
  },
}

export const Taking: Story = {
  parameters: withPortal({
    answers: pictureAnswers({ ...pictureComparison, state: 'waiting', stories: [] }),
  }),
  play: async () => {
    await expect(await screen.findByRole('progressbar')).toBeVisible()
  },
}

export const AllTheSame: Story = {
  parameters: withPortal({
    answers: pictureAnswers({
      ...pictureComparison,
      counts: { ...pictureComparison.counts, lookDifferent: 0, changedInCode: 1 },
      stories: pictureComparison.stories.filter(({ verdict }) => verdict === 'same'),
    }),
  }),
}

export const NotTakenYet: Story = {
  parameters: withPortal({ answers: pictureAnswers({ ...noPictures, hasCamera: true }) }),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Take pictures' })).toBeVisible()
  },
}

export const WithoutCamera: Story = {
  parameters: withPortal({ answers: pictureAnswers(noPictures) }),
}

export const Failed: Story = {
  parameters: withPortal({ answers: pictureAnswers({ ...noPictures, hasCamera: true, state: 'failed' }) }),
}
