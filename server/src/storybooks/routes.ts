import { listStorybooks } from '@plinth/contract/storybooks.ts'
import type { FastifyInstance } from 'fastify'

import { route } from '../route.ts'
import type { Services } from '../services.ts'
import { listStorybooksOfAccount } from './store.ts'

export function storybookRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>) {
  route(app, listStorybooks, async ({ account }) => {
    const rows = await listStorybooksOfAccount(db, account.id)
    return rows.map((row) => ({
      publicId: row.public_id,
      title: row.title,
      description: row.description,
      lastUpdated: row.last_updated_at?.toISOString() ?? null,
      versionCount: row.version_count,
      latest: null,
    }))
  })
}
