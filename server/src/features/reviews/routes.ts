import * as contract from '@plinth/contract/reviews.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import { reviewStories } from './review-stories.ts'

export function reviewRoutes(app: FastifyInstance, { db }: { db: Database }) {
  route(app, contract.reviewStories, ({ account, user, actor, params, query, body }) =>
    reviewStories(db, { accountId: account.id, readerId: user.id, ...params, ...query }, body, {
      actor,
      user,
    }),
  )
}
