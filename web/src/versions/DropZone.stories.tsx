import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, screen, waitFor } from 'storybook/test'

import { DropZone } from './DropZone.tsx'

const file = new File([new Uint8Array(4_350_000)], 'design-system.zip', { type: 'application/zip' })

const meta = {
  title: 'Versions/Drop zone',
  component: DropZone,
  args: {
    chosen: undefined,
    error: undefined,
    isReading: false,
    isDisabled: false,
    onFiles: fn(),
    onFolder: fn(),
  },
} satisfies Meta<typeof DropZone>
export default meta
type Story = StoryObj<typeof meta>

export const NothingChosen: Story = {}

export const WithAFileOverIt: Story = {
  play: async () => {
    const input = screen.getByLabelText(/Drop your .zip here/)
    await fireEvent.dragEnter(input)
    await waitFor(() => expect(input.closest('[data-over]')).toHaveAttribute('data-over', 'true'))
  },
}

export const Dropped: Story = {
  play: async ({ args }) => {
    const input = screen.getByLabelText(/Drop your .zip here/)
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(file)
    input.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }))
    await expect(args.onFiles).toHaveBeenCalledWith([expect.objectContaining({ name: file.name })])
  },
}

const chosen = { name: file.name, bytes: file.size }

export const Chosen: Story = { args: { chosen } }

export const FolderChosen: Story = {
  args: { chosen: { name: 'shop/storybook-static', bytes: 43_500_000, fileCount: 3_477 } },
  play: async () => {
    await expect(screen.getByText(/3,477 files, 43.5 MB/)).toBeVisible()
  },
}

export const Reading: Story = { args: { isReading: true } }

export const Refused: Story = {
  args: {
    error: 'notes.pdf cannot be uploaded. Choose a .zip file or the folder of the build.',
  },
}

/** File names in the server's messages are shown as code. */
export const RefusedAfterReadingTheZip: Story = {
  args: {
    error:
      'This zip holds a folder `storybook-static/` with no index.html in it; zip the contents of the built folder.',
  },
  play: async () => {
    await expect(screen.getByText('storybook-static/')).toBeVisible()
    await expect(screen.getByRole('alert')).not.toHaveTextContent('`')
  },
}

export const Disabled: Story = { args: { chosen, isDisabled: true } }
