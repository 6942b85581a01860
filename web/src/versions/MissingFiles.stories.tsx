import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { MissingFiles } from './MissingFiles.tsx'

const meta = {
  title: 'Versions/Missing files',
  component: MissingFiles,
  args: { files: ['assets/iframe-DzyhmMcp.js'], onChooseAnother: fn() },
} satisfies Meta<typeof MissingFiles>
export default meta
type Story = StoryObj<typeof meta>

export const One: Story = {
  play: async ({ args }) => {
    await userEvent.click(screen.getByRole('button', { name: 'Choose another' }))
    await expect(args.onChooseAnother).toHaveBeenCalledOnce()
  },
}

export const Many: Story = {
  args: { files: Array.from({ length: 23 }, (_, index) => `sb-addons/addon-${index}/manager-bundle.js`) },
  play: async () => {
    await expect(screen.getByText('and 19 more')).toBeVisible()
  },
}
