import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

import { AuditEntries } from './AuditEntries.tsx'
import { AuditSearchBar } from './AuditSearchBar.tsx'
import { emptySearch } from './queries.ts'
import type { AuditScope } from './queries.ts'

const searchDelayMs = 300

/** The audit log: a searchable list with a CSV download. */
export function AuditLog({ scope }: { scope: AuditScope }) {
  const [search, setSearch] = useState(emptySearch)
  const [debouncedSearch] = useDebouncedValue(search, searchDelayMs)
  return (
    <Stack>
      <AuditSearchBar scope={scope} search={search} onChange={setSearch} />
      <AuditEntries scope={scope} search={debouncedSearch} />
    </Stack>
  )
}
