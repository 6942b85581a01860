import { listAccountAudit, listAudit } from '@plinth/contract/audit.ts'
import type { AuditEntry } from '@plinth/contract/audit.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

import { call } from '../api.ts'

/** The log of one account, for its Owners, or of the whole portal, for administrators. */
export type AuditScope = { account: string } | 'portal'

/** Empty values match everything. */
export interface AuditSearch {
  action: string
  actor: string
}

export const emptySearch: AuditSearch = { action: '', actor: '' }

const pageSize = 50

export const auditQuery = (scope: AuditScope, search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', scope, search],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: before, signal }) => {
      const query = { ...nonEmptyFilters(search), before, limit: pageSize }
      return scope === 'portal'
        ? call(listAudit, { query, signal })
        : call(listAccountAudit, { params: scope, query, signal })
    },
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    select: ({ pages }): AuditEntry[] => pages.flat(),
    // Keep the previous results while typing, so that the page does not jump.
    placeholderData: keepPreviousData,
  })

/** The query without empty filters. */
export function nonEmptyFilters({ action, actor }: AuditSearch): Partial<AuditSearch> {
  return {
    ...(action.trim() === '' ? {} : { action: action.trim() }),
    ...(actor.trim() === '' ? {} : { actor: actor.trim() }),
  }
}
