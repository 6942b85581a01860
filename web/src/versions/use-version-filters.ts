import { useDebouncedValue } from '@mantine/hooks'
import { useSearchParams } from 'react-router'

import type { VersionFilters } from './queries.ts'

export const periods = ['1', '7', '30', '90', '365'] as const
const debounceMs = 250

/** The filters are in the address, so that what is shown can be shared. */
export function useVersionFilters() {
  const [params, setParams] = useSearchParams()
  const typed = params.get('text') ?? ''
  const [text] = useDebouncedValue(typed.trim(), debounceMs)
  const branch = params.get('branch') ?? undefined
  const days = periods.find((period) => period === params.get('days'))
  const isReleases = params.get('only') === 'releases'

  const set = (name: 'text' | 'branch' | 'days' | 'only', value: string | null) =>
    setParams(
      (current) => {
        if (value === null || (value === '' && name !== 'branch')) current.delete(name)
        else current.set(name, value)
        return current
      },
      { replace: true, preventScrollReset: true },
    )

  const filters: VersionFilters = {
    ...(branch === undefined ? {} : { branch }),
    ...(text ? { text } : {}),
    ...(days ? { days: Number(days) } : {}),
    ...(isReleases ? { only: 'releases' } : {}),
  }

  return { typed, branch, days, isReleases, set, filters, isFiltered: Object.keys(filters).length > 0 }
}

export type VersionFilterFields = ReturnType<typeof useVersionFilters>
