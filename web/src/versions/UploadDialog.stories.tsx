import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'

import { designSystem, icons } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { UploadDialog } from './UploadDialog.tsx'

const meta = {
  title: 'Versions/Upload dialog',
  component: UploadDialog,
  args: { storybook: icons, opened: true, onClose: fn() },
  beforeEach: fakeClipboard,
} satisfies Meta<typeof UploadDialog>
export default meta
type Story = StoryObj<typeof meta>

const choose = async (file: File) =>
  userEvent.upload(await screen.findByLabelText(/Drop your .zip here/), file, { applyAccept: false })

/** A zip with only an index.html. */
const smallestZip = Uint8Array.from(
  atob(
    'UEsDBBQAAAAAAAAAIQCDFtyMAQAAAAEAAAAKAAAAaW5kZXguaHRtbHhQSwECHgMUAAAAAAAAACEAgxbcjAEAAAABAAAACgAAAAAAAAAAAAAApIEAAAAAaW5kZXguaHRtbFBLBQYAAAAAAQABADgAAAApAAAAAAA=',
  ),
  (character) => character.charCodeAt(0),
)

export const FirstUpload: Story = {
  play: async ({ args }) => {
    await expect(await screen.findByText('Icons')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}

/** Creating a storybook leads here. */
export const JustCreated: Story = {
  args: { isNew: true },
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Skip for now' })).toBeVisible()
  },
}

export const NewVersion: Story = { args: { storybook: designSystem } }

export const OfTheMainBranch: Story = {
  args: { storybook: { ...designSystem, mainBranch: "ada's/main" } },
  play: async () => {
    await expect(await screen.findByLabelText('Branch')).toHaveValue("ada's/main")
    await userEvent.click(screen.getByRole('tab', { name: 'API / CLI Upload' }))
    await expect(await screen.findByText(/--form-string 'Branch=ada'\\''s\/main'/)).toBeVisible()
  },
}

export const FileChosen: Story = {
  play: async () => {
    await choose(new File([smallestZip], 'icons.zip'))
    await expect(await screen.findByText('icons.zip')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Upload' })).not.toHaveAttribute('aria-disabled')
  },
}

/** Its index.html names a script that it lacks. */
const zipWithoutItsScript = Uint8Array.from(
  atob(
    'UEsDBBQAAAAAAAAAIQANBgDGJgAAACYAAAAKAAAAaW5kZXguaHRtbDxzY3JpcHQgc3JjPSJhc3NldHMvZ29uZS5qcyI+PC9zY3JpcHQ+UEsBAhQDFAAAAAAAAAAhAA0GAMYmAAAAJgAAAAoAAAAAAAAAAAAAAKSBAAAAAGluZGV4Lmh0bWxQSwUGAAAAAAEAAQA4AAAATgAAAAAA',
  ),
  (character) => character.charCodeAt(0),
)

export const FilesMissing: Story = {
  play: async () => {
    await choose(new File([zipWithoutItsScript], 'icons.zip'))
    await expect(await screen.findByText('assets/gone.js')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Upload anyway' })).not.toHaveAttribute('aria-disabled')
    await userEvent.click(screen.getByRole('button', { name: 'Choose another' }))
    await expect(screen.getByRole('button', { name: 'Upload' })).toHaveAttribute('aria-disabled', 'true')
  },
}

/** Detected before the upload. */
export const NotAZip: Story = {
  play: async () => {
    await choose(new File(['something else'], 'icons.zip'))
    await expect(await screen.findByRole('alert')).toHaveTextContent('This is not a zip file.')
    await expect(screen.getByRole('button', { name: 'Upload' })).toHaveAttribute('aria-disabled', 'true')
  },
}

export const WrongFile: Story = {
  play: async () => {
    await choose(new File(['pdf'], 'notes.pdf'))
    await expect(await screen.findByRole('alert')).toHaveTextContent('Choose a .zip file or the folder')
    await expect(screen.getByRole('button', { name: 'Upload' })).toHaveAttribute('aria-disabled', 'true')
  },
}

export const FromAPipeline: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('tab', { name: 'API / CLI Upload' }))
    await expect(await screen.findByText(/curl -X POST/)).toBeVisible()
  },
}
