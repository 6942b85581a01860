import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { designer, designSystem, owner } from '../stories/examples.ts'
import { apiKeys } from '../stories/settings-examples.ts'
import { Checklist } from './Checklist.tsx'
import { gettingStartedSteps } from './steps.ts'

const meta = {
  title: 'Getting started/Checklist',
  component: Checklist,
  args: {
    home: '/account/q7v2m9x4',
    steps: gettingStartedSteps({ storybooks: [], members: [owner], apiKeys: [] }),
  },
} satisfies Meta<typeof Checklist>
export default meta
type Story = StoryObj<typeof meta>

export const NewAccount: Story = {}

/** Completed steps come first. */
export const Halfway: Story = {
  args: { steps: gettingStartedSteps({ storybooks: [], members: [owner, designer], apiKeys: [] }) },
  play: async () => {
    const [first, second] = screen.getAllByRole('heading')
    await expect(first).toHaveTextContent('Sign Up')
    await expect(second).toHaveTextContent('Invite Team Members')
  },
}

/** Completed steps are links too. */
export const Complete: Story = {
  args: { steps: gettingStartedSteps({ storybooks: [designSystem], members: [owner, designer], apiKeys }) },
  play: async () => {
    const links = screen.getAllByRole<HTMLAnchorElement>('link')
    await expect(links.map(({ pathname }) => pathname)).toEqual([
      '/account/q7v2m9x4/storybooks',
      '/account/q7v2m9x4/settings/users',
      '/account/q7v2m9x4/settings/api',
    ])
  },
}
