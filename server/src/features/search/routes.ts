import * as contract from '@plinth/contract/search.ts'
import type { FastifyInstance } from 'fastify'

import { route } from '../../http/route.ts'
import { presentResult } from './present.ts'
import { searchAccount } from './search-account.ts'
import type { SearchServices } from './search-account.ts'
import { listTags } from './store.ts'

export function searchRoutes(app: FastifyInstance, services: SearchServices) {
  route(app, contract.search, async ({ account, query: request }) => {
    const { limit } = request
    // One more than fits on the page tells whether there is another page.
    const [{ rows, query, corrections }, tags] = await Promise.all([
      searchAccount(services, account.id, { ...request, limit: limit + 1 }),
      listTags(services.db, account.id),
    ])
    return {
      results: rows.slice(0, limit).map((row) => presentResult(row, query)),
      hasMore: rows.length > limit,
      corrections,
      tags,
    }
  })
}
