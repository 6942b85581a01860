import { Stack, Text } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { hoursAgo, inDays } from '../stories/examples.ts'
import { Day } from './Day.tsx'
import { RelativeTime } from './RelativeTime.tsx'

const meta = { title: 'Shell/Dates', component: RelativeTime } satisfies Meta<typeof RelativeTime>
export default meta
type Story = StoryObj<typeof meta>

export const Relative: Story = { args: { date: hoursAgo(2) } }

/** For narrow places. */
export const Narrow: Story = { args: { date: hoursAgo(50), length: 'narrow' } }

/** The exact time is shown on hover. */
export const Exact: Story = {
  args: { date: hoursAgo(30) },
  play: async () => {
    await userEvent.hover(screen.getByText('1 day ago'))
    await expect(await screen.findByRole('tooltip')).toBeVisible()
  },
}

/** The date is not known. */
export const Unknown: Story = { args: { date: null } }

/** An absolute date. */
export const ExpiryDay: Story = {
  args: { date: inDays(6) },
  render: () => (
    <Stack gap={4}>
      <Text>
        Expires on{' '}
        <b>
          <Day date={inDays(6)} />
        </b>
      </Text>
    </Stack>
  ),
}
