import { Text } from '@mantine/core'

/** A name that somebody else chose, in a question: it must stand out from the sentence, whatever it says. */
export function ChosenName({ children }: { children: string }) {
  return (
    <Text span fw={600} component="bdi" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}
