import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

import type { VersionFilters } from './queries.ts'

export const periods = ['1', '7', '30', '90', '365'] as const
const dayMs = 24 * 60 * 60 * 1000
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

  // Only what is chosen changes it, not the time that passes.
  const filters = useMemo((): VersionFilters => {
    const since = days && new Date(Date.now() - Number(days) * dayMs).toISOString()
    return {
      ...(branch === undefined ? {} : { branch }),
      ...(text ? { text } : {}),
      ...(since ? { since } : {}),
      ...(isReleases ? { only: 'releases' } : {}),
    }
  }, [branch, text, days, isReleases])

  return { typed, branch, days, isReleases, set, filters, isFiltered: Object.keys(filters).length > 0 }
}

export type VersionFilterFields = ReturnType<typeof useVersionFilters>
