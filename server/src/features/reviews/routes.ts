import * as contract from '@plinth/contract/reviews.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import { reviewStories } from './review-stories.ts'
import { getVersionReview, reviewVersion } from './review-version.ts'

export function reviewRoutes(app: FastifyInstance, { db }: { db: Database }) {
  route(app, contract.reviewStories, ({ account, user, actor, params, query, body }) =>
    reviewStories(db, { accountId: account.id, ...params, ...query }, body, { actor, user }),
  )

  route(app, contract.getVersionReview, ({ account, params }) =>
    getVersionReview(db, placeOf(account, params)),
  )

  route(app, contract.reviewVersion, ({ account, user, actor, params, body }) =>
    reviewVersion(db, placeOf(account, params), body, { actor, user }),
  )
}

const placeOf = (
  account: { id: number },
  { storybook, version }: { storybook: string; version: string },
) => ({
  accountId: account.id,
  storybook,
  version,
})
