import type { SearchFilters } from './queries.ts'

interface Search extends SearchFilters {
  q: string
}

/** The results page for a search. */
export function searchAddress(account: string, search: Search): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const params = new URLSearchParams(given as [string, string][]).toString()
  return `/account/${account}/search${params === '' ? '' : `?${params}`}`
}
