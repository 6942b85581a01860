import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'

import { Dialog } from '../shell/Dialog.tsx'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { texts } from '../texts/texts.ts'
import type { expiryStore } from './expiry.ts'

type Expiry = NonNullable<ReturnType<typeof expiryStore.read>>

/** Over whatever is being entered, which stays as it is and is sent once the person is signed in again. */
export function SessionExpiredDialog({ signIn, giveUp }: Expiry) {
  const { mutate, error } = useMutation({ mutationFn: signIn })
  const { title, text, action, later } = texts.signIn.expired
  return (
    <Dialog opened onClose={giveUp} title={title}>
      <Stack>
        <Text>{texts.signIn.sessionExpired}</Text>
        <Text c="dimmed">{text}</Text>
        {error && <FailureAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={giveUp}>
            {later}
          </Button>
          <Button onClick={() => mutate()} data-autofocus>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
