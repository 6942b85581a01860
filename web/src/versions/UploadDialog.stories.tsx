import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { useOwnClipboard } from '../stories/clipboard.ts'
import { designSystem, icons } from '../stories/examples.ts'
import { UploadDialog } from './UploadDialog.tsx'

const meta = {
  title: 'Versions/Upload dialog',
  component: UploadDialog,
  args: { storybook: icons, opened: true, onClose: fn() },
  beforeEach: useOwnClipboard,
} satisfies Meta<typeof UploadDialog>
export default meta
type Story = StoryObj<typeof meta>

const choose = async (file: File) =>
  userEvent.upload(await screen.findByLabelText(/Drop your .zip here/), file, { applyAccept: false })

export const FirstUpload: Story = {}

export const NewVersion: Story = { args: { storybook: designSystem } }

export const FileChosen: Story = {
  play: async () => {
    await choose(new File(['zip'], 'icons.zip'))
    await expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled()
  },
}

export const WrongFile: Story = {
  play: async () => {
    await choose(new File(['pdf'], 'notes.pdf'))
    await expect(await screen.findByRole('alert')).toHaveTextContent('Only .zip files can be uploaded')
    await expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled()
  },
}

export const FromAPipeline: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('tab', { name: 'API / CLI Upload' }))
    await expect(await screen.findByText(/curl -X POST/)).toBeVisible()
  },
}
