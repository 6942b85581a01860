import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

import { AuditEntries } from './AuditEntries.tsx'
import { AuditSearchBar } from './AuditSearchBar.tsx'
import { everything } from './queries.ts'
import type { AuditScope } from './queries.ts'

const searchDelayMs = 300

/** Every change: looked through on the page, or taken along as a file. */
export function AuditLog({ scope }: { scope: AuditScope }) {
  const [search, setSearch] = useState(everything)
  const [settled] = useDebouncedValue(search, searchDelayMs)
  return (
    <Stack>
      <AuditSearchBar scope={scope} search={search} onChange={setSearch} />
      <AuditEntries scope={scope} search={settled} />
    </Stack>
  )
}
