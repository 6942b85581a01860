import { Button, Text } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'

import { Page } from './Page.tsx'

const meta = {
  title: 'Shell/Page',
  component: Page,
  parameters: { layout: 'fullscreen' },
  args: {
    title: 'Storybooks',
    description: '3 storybooks, last published 2 hours ago',
    children: <Text>The content of the page.</Text>,
  },
} satisfies Meta<typeof Page>
export default meta
type Story = StoryObj<typeof meta>

export const WithMainAction: Story = { args: { action: <Button>Add Storybook</Button> } }

export const WithParentPage: Story = {
  args: { title: 'Versions of Design System', back: { label: 'Storybooks', to: '/storybooks' } },
}

export const TitleOnly: Story = { args: { description: undefined, children: undefined } }
