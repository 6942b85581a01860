import { getComparedPictures } from '@plinth/contract/pictures.ts'
import type { PictureComparison } from '@plinth/contract/pictures.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { comparison } from '../stories/contents-examples.ts'
import { designSystem } from '../stories/examples.ts'
import { answer, thenFails } from '../stories/fake-fetch.ts'
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
      baseline: comparison.from.publicId,
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

export const UndoneForSomebodyElse: Story = {
  parameters: withPortal({ answers: pictureAnswers(pictureComparison, comments) }),
  play: async () => {
    const [undo] = await screen.findAllByRole('button', { name: /^Undo the decision about/ })
    if (undo) await userEvent.click(undo)
    await expect(await screen.findByText(/^Ada Lindqvist accepted this story\./)).toBeVisible()
  },
}

export const NotTheBaseline: Story = {
  args: { range: { ...meta.args.range, baseline: 'm3r8t5v1' } },
  parameters: withPortal({ answers: pictureAnswers(pictureComparison) }),
  play: async () => {
    const link = await screen.findByRole('link', { name: 'Open that comparison' })
    await expect(link).toHaveAttribute('href', expect.stringContaining('/compare/m3r8t5v1...'))
    await expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
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

const notCompared: PictureComparison = {
  ...noPictures,
  state: 'waiting',
  hasCamera: true,
  obstacle: null,
  counts: { ...noPictures.counts, changedInCode: 8 },
}

export const TooManyChanged: Story = {
  parameters: withPortal({
    answers: pictureAnswers({
      ...pictureComparison,
      counts: { ...pictureComparison.counts, changedInCode: 3500, compared: 3000, leftOut: 500 },
    }),
  }),
  play: async () => {
    await expect(await screen.findByText(/3,500 stories changed in code/)).toBeVisible()
    await expect(screen.getByText(/500 of them were not compared\./)).toBeVisible()
  },
}

export const NotAllStoriesKnown: Story = {
  parameters: withPortal({
    answers: pictureAnswers({
      ...noPictures,
      state: 'ready',
      obstacle: null,
      counts: { ...noPictures.counts, leftOut: null },
    }),
  }),
  play: async () => {
    await expect(await screen.findByText(/Not all stories of these versions could be read/)).toBeVisible()
    await expect(screen.queryByText(/nothing to compare/)).toBeNull()
  },
}

export const NoneCouldBeCompared: Story = {
  parameters: withPortal({
    answers: pictureAnswers({
      ...noPictures,
      state: 'ready',
      obstacle: null,
      counts: { ...noPictures.counts, changedInCode: 2, compared: 2, notSeen: 2 },
    }),
  }),
  play: async () => {
    const told = await screen.findByText(/^2 stories changed in code, and none could be compared\./)
    await expect(told).toBeVisible()
    await expect(screen.queryByText(/look different/)).toBeNull()
  },
}

export const NotComparedYet: Story = {
  parameters: withPortal({ answers: pictureAnswers(notCompared) }),
  play: async () => {
    await expect(await screen.findByText('Not compared yet (0 of 8).')).toBeVisible()
    await expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
    await expect(screen.queryByText(/look different/)).toBeNull()
  },
}

export const PartlyCompared: Story = {
  parameters: withPortal({
    answers: pictureAnswers({
      ...pictureComparison,
      state: 'waiting',
      counts: { ...pictureComparison.counts, changedInCode: 8, compared: 3, lookDifferent: 1 },
    }),
  }),
  play: async () => {
    await expect(await screen.findByText('3 of 8 compared, 1 looks different so far.')).toBeVisible()
  },
}

export const CameraStopped: Story = {
  parameters: withPortal({
    answers: pictureAnswers({ ...notCompared, hasCamera: false, obstacle: 'cameraGone' }),
  }),
  play: async () => {
    await expect(await screen.findByText(/^No camera is running at the moment/)).toBeVisible()
    await expect(screen.getByText('Not compared yet (0 of 8).')).toBeVisible()
    await expect(screen.queryByRole('progressbar')).toBeNull()
  },
}

/** What somebody types stays when the portal does not answer. */
export const NotUpdated: Story = {
  parameters: withPortal({
    answers: [
      thenFails(answer(getComparedPictures, { ...pictureComparison, state: 'waiting' })),
      ...pictureAnswers(pictureComparison),
    ],
  }),
  play: async () => {
    const [comment] = await screen.findAllByRole('button', { name: 'Comment' })
    if (comment) await userEvent.click(comment)
    const field = await screen.findByRole('textbox', { name: /^Comment on Actions\/Button/ })
    await userEvent.type(field, 'Is the larger radius intended?')
    await expect(
      await screen.findByText(/^The portal did not answer, so this may be out of date/, undefined, {
        timeout: 20_000,
      }),
    ).toBeVisible()
    await expect(field).toBeVisible()
    await expect(field).toHaveValue('Is the larger radius intended?')
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
  parameters: withPortal({ answers: pictureAnswers({ ...noPictures, hasCamera: true, obstacle: null }) }),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Take pictures' })).toBeVisible()
  },
}

export const WithoutCamera: Story = {
  parameters: withPortal({ answers: pictureAnswers(noPictures) }),
  play: async () => {
    await expect(await screen.findByText(/^No camera has been set up/)).toBeVisible()
  },
}

export const GaveUp: Story = {
  parameters: withPortal({
    answers: pictureAnswers({ ...notCompared, state: 'failed', gaveUpBecause: 'crashed' }),
  }),
  play: async () => {
    await expect(await screen.findByText(/^Gave up: the build crashed the browser/)).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const NothingChanged: Story = {
  parameters: withPortal({
    answers: pictureAnswers({ ...noPictures, state: 'ready', hasCamera: true, obstacle: null }),
  }),
}
