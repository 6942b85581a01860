import { Center, Loader, Stack, Text } from '@mantine/core'

import { texts } from '../texts/texts.ts'

export function LoadingScreen() {
  return (
    <Center component="main" h="100dvh" aria-busy="true">
      <Stack align="center" gap="sm">
        <Loader />
        <Text c="dimmed">{texts.shell.loading}</Text>
      </Stack>
    </Center>
  )
}
