import { Group, Loader, Text } from '@mantine/core'

/** Says what the page is waiting for. */
export function BusyLine({ children }: { children: string }) {
  return (
    <Group aria-busy="true">
      <Loader size="sm" />
      <Text>{children}</Text>
    </Group>
  )
}
