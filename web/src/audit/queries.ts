import { listAccountAudit, listAudit } from '@plinth/contract/audit.ts'
import type { AuditEntry } from '@plinth/contract/audit.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

import { call } from '../api.ts'

/** Whose log: one account's, as its Owners see it, or the whole portal's, as the operator does. */
export type AuditScope = { account: string } | 'portal'

/** What is looked for; empty means everything. */
export interface AuditSearch {
  action: string
  actor: string
}

export const everything: AuditSearch = { action: '', actor: '' }

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
    // What is shown stays until the new answer is there, so that nothing jumps while somebody types.
    placeholderData: keepPreviousData,
  })

/** Only what narrows the search goes into the address. */
export function nonEmptyFilters({ action, actor }: AuditSearch): Partial<AuditSearch> {
  return {
    ...(action.trim() === '' ? {} : { action: action.trim() }),
    ...(actor.trim() === '' ? {} : { actor: actor.trim() }),
  }
}
