import { Center, Loader, Stack, Text } from '@mantine/core'

export function LoadingScreen() {
  return (
    <Center component="main" h="100dvh" aria-busy="true">
      <Stack align="center" gap="sm">
        <Loader />
        <Text c="dimmed">Loading...</Text>
      </Stack>
    </Center>
  )
}
