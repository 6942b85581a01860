import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'

import { Dialog } from '../shell/Dialog.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { texts } from '../texts/texts.ts'

interface SessionExpiredDialogProps {
  opened: boolean
  onClose: () => void
  signIn: () => Promise<void>
}

/** Opens over unsaved input, which is sent after the user has signed in again. */
export function SessionExpiredDialog({ opened, onClose, signIn }: SessionExpiredDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.signIn.expired.title}>
      <Question onClose={onClose} signIn={signIn} />
    </Dialog>
  )
}

function Question({ onClose, signIn }: Omit<SessionExpiredDialogProps, 'opened'>) {
  const { mutate, error } = useMutation({ mutationFn: signIn })
  const { text, action, later } = texts.signIn.expired
  return (
    <Stack>
      <Text>{texts.signIn.sessionExpired}</Text>
      <Text c="dimmed">{text}</Text>
      {error && <ErrorAlert error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {later}
        </Button>
        <Button onClick={() => mutate()} data-autofocus>
          {action}
        </Button>
      </Group>
    </Stack>
  )
}
