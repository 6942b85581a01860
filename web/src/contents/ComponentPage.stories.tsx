import { getComponent } from '@plinth/contract/contents.ts'
import { getStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { getVersion } from '@plinth/contract/versions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { buttonPage } from '../stories/contents-examples.ts'
import { designSystem, handbook, version, versions } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import type { Answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { ComponentPage } from './ComponentPage.tsx'

const meta = {
  title: 'Components/Component page',
  component: ComponentPage,
  parameters: { layout: 'fullscreen' },
  beforeEach: fakeClipboard,
} satisfies Meta<typeof ComponentPage>
export default meta
type Story = StoryObj<typeof meta>

const at = (answers: Answer[], search = '') =>
  withPortal({
    route: '/storybook/:storybook/component/:component',
    at: `/storybook/${designSystem.publicId}/component/${buttonPage.id}${search}`,
    answers: [
      answer(getStorybook, designSystem),
      answer(listStorybooks, [designSystem, handbook]),
      ...answers,
    ],
  })

export const Filled: Story = {
  parameters: at([answer(getComponent, buttonPage)]),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Show all \d+ lines$/ }))
    await expect(screen.getByText(/<Button>Save<\/Button>\s*<\/ButtonGroup>/)).toBeVisible()
    await expect(screen.getByRole('link', { name: 'guide' })).toHaveAttribute(
      'rel',
      expect.stringContaining('noopener'),
    )
  },
}

export const WithoutProps: Story = {
  parameters: at([
    answer(getComponent, {
      ...buttonPage,
      props: null,
      importLine: null,
      docs: [],
      elsewhere: [],
      changedIn: [],
    }),
  ]),
  play: async () => {
    await expect(await screen.findByRole('link', { name: 'How to get them' })).toBeVisible()
  },
}

export const OfAnOlderVersion: Story = {
  parameters: at(
    [answer(getComponent, buttonPage), answer(getVersion, versions[1] ?? version)],
    '?version=m3r8t5v2',
  ),
  play: async () => {
    await expect(await screen.findByRole('link', { name: 'Show the newest' })).toBeVisible()
  },
}

export const Reading: Story = {
  parameters: at([
    answerProblem(getComponent, 'not_found'),
    answer(getVersion, { ...version, contents: 'reading' }),
  ]),
  play: async () => {
    await expect(await screen.findByText('Reading contents…')).toBeVisible()
  },
}

export const NotFound: Story = {
  parameters: at([answerProblem(getComponent, 'not_found'), answer(getVersion, version)]),
  play: async () => {
    await expect(await screen.findByRole('heading', { name: 'Component not found' })).toBeVisible()
  },
}

export const Loading: Story = { parameters: at([answerNever(getComponent)]) }

export const Failed: Story = {
  parameters: at([answerProblem(getComponent, 'unavailable')]),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch the component')).toBeVisible()
  },
}
