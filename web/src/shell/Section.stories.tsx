import { Button, Text } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'

import { Section } from './Section.tsx'

const meta = {
  title: 'Shell/Section',
  component: Section,
  args: {
    id: 'members',
    title: 'Team Members',
    description: 'These users have access to your storybooks:',
    children: <Text>The content of the section.</Text>,
  },
} satisfies Meta<typeof Section>
export default meta
type Story = StoryObj<typeof meta>

export const WithAction: Story = { args: { action: <Button variant="default">Manage Users</Button> } }

export const HeadingOnly: Story = { args: { description: undefined } }
