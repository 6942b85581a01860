import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { withPortal } from '../stories/StoryPortal.tsx'
import { PipelineSection } from './PipelineSection.tsx'

const meta = {
  title: 'API keys/Publish from CI/CD',
  component: PipelineSection,
  parameters: withPortal({}),
  beforeEach: () => localStorage.removeItem('plinth.shell'),
} satisfies Meta<typeof PipelineSection>
export default meta
type Story = StoryObj<typeof meta>

export const Bash: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'bash, zsh' }))
    await expect(screen.getByText(/^PLINTH_API_KEY=YOUR_API_KEY npx/)).toBeVisible()
    await expect(screen.getByRole('link', { name: 'GitLab CI' })).toHaveAttribute('href', '/ci/gitlab.yml')
  },
}

export const PowerShell: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'PowerShell' }))
    await expect(screen.getByText(/^\$env:PLINTH_API_KEY = 'YOUR_API_KEY'/)).toBeVisible()
  },
}
