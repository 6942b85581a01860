import { Group } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'

import { contoso, designSystem } from '../stories/examples.ts'
import { manyStorybooks } from '../stories/many-storybooks.ts'
import { StorybookMark } from './StorybookMark.tsx'

const meta = {
  title: 'Storybooks/Storybook mark',
  component: StorybookMark,
  args: { account: contoso.publicId, storybook: designSystem },
} satisfies Meta<typeof StorybookMark>
export default meta
type Story = StoryObj<typeof meta>

export const Initials: Story = {}

export const Small: Story = { args: { size: 28 } }

export const Many: Story = {
  render: (args) => (
    <Group>
      {manyStorybooks(64).map((storybook) => (
        <StorybookMark key={storybook.publicId} {...args} storybook={storybook} />
      ))}
    </Group>
  ),
}
