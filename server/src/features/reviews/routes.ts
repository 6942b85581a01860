import * as contract from '@plinth/contract/reviews.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import type { Config } from '../../settings/config.ts'
import { reviewStories } from './review-stories.ts'

export function reviewRoutes(app: FastifyInstance, services: { db: Database; config: Config }) {
  route(app, contract.reviewStories, ({ account, user, actor, params, query, body }) =>
    reviewStories(services, { accountId: account.id, readerId: user.id, ...params, ...query }, body, {
      actor,
      user,
    }),
  )
}
