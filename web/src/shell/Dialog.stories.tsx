import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'

import { Dialog, useDialogCloseGuard } from './Dialog.tsx'

interface ExampleProps {
  guard: Parameters<typeof useDialogCloseGuard>[0]
}

function Example({ guard }: ExampleProps) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button onClick={dialog.open}>Open the dialog</Button>
      <Dialog opened={isOpen} onClose={dialog.close} title="Rename Storybook">
        <Content guard={guard} onClose={dialog.close} />
      </Dialog>
    </>
  )
}

function Content({ guard, onClose }: ExampleProps & { onClose: () => void }) {
  useDialogCloseGuard(guard)
  return (
    <Stack align="flex-start">
      <TextInput label="Title" data-autofocus defaultValue="Design System" w="100%" />
      <Text size="sm" c="dimmed">
        The focus starts in the first field, and returns to the button.
      </Text>
      <Button onClick={onClose}>Rename Storybook</Button>
    </Stack>
  )
}

const meta = { title: 'Shell/Dialog', component: Example } satisfies Meta<typeof Example>
export default meta
type Story = StoryObj<typeof meta>

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Open the dialog' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus())
}

/** Escape and a click outside close it. */
export const Unguarded: Story = {
  args: { guard: 'none' },
  play: async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(screen.getByRole('button', { name: 'Open the dialog' })).toHaveFocus()
  },
}

/** Input would be lost, so only its own buttons close it. */
export const Unsaved: Story = {
  args: { guard: 'unsaved' },
  play: async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    await expect(screen.getByRole('dialog')).toBeVisible()
  },
}

/** It cannot be closed until the work is done. */
export const Busy: Story = {
  args: { guard: 'busy' },
  play: async () => {
    await open()
    await expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  },
}
