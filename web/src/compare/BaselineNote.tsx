import { Text } from '@mantine/core'
import type { Comparison } from '@plinth/contract/compare.ts'

import { texts } from '../texts/texts.ts'

/** Why these two are compared, where nobody chose another one. */
export function BaselineNote({ from, to }: Pick<Comparison, 'from' | 'to'>) {
  const { baseline } = to
  if (baseline?.version !== from.publicId) return null
  return (
    <Text size="sm" c="dimmed">
      {texts.compare.baseline[baseline.reason](baseline.branch)}
    </Text>
  )
}
