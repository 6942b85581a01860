import { useSearchParams } from 'react-router'

import { madeByField, useTypedText } from '../shell/use-typed-text.ts'
import type { VersionFilters } from './queries.ts'

export const periods = ['1', '7', '30', '90', '365'] as const

/** The filters are in the address, so that what is shown can be shared. */
export function useVersionFilters() {
  const [params, setParams] = useSearchParams()
  const text = params.get('text')?.trim() ?? ''
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
      {
        replace: true,
        preventScrollReset: true,
        state: madeByField,
        // A choice is shown at once. In a transition the box would stay unchecked until the list is rendered.
        flushSync: name !== 'text',
      },
    )

  const [typed, type] = useTypedText(text, (value) => set('text', value.trim()))

  const filters: VersionFilters = {
    ...(branch === undefined ? {} : { branch }),
    ...(text ? { text } : {}),
    ...(days ? { days: Number(days) } : {}),
    ...(isReleases ? { only: 'releases' } : {}),
  }

  const activeCount = Object.keys(filters).length
  return { typed, type, branch, days, isReleases, set, filters, activeCount, isFiltered: activeCount > 0 }
}

export type VersionFilterFields = ReturnType<typeof useVersionFilters>
