import * as contract from '@plinth/contract/reviews.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { userIdOf } from '../../http/callers.ts'
import { route } from '../../http/route.ts'
import type { Config } from '../../settings/config.ts'
import { reviewStories } from './review-stories.ts'
import { getVersionReview, reviewVersion } from './review-version.ts'

export function reviewRoutes(app: FastifyInstance, services: { db: Database; config: Config }) {
  route(app, contract.reviewStories, ({ account, user, actor, params, query, body }) =>
    reviewStories(services, { accountId: account.id, readerId: user.id, ...params, ...query }, body, {
      actor,
      user,
    }),
  )

  route(app, contract.getVersionReview, ({ account, caller, params }) =>
    getVersionReview(services, placeOf(account, userIdOf(caller), params)),
  )

  route(app, contract.reviewVersion, ({ account, user, actor, params, body }) =>
    reviewVersion(services, placeOf(account, user.id, params), body, { actor, user }),
  )
}

const placeOf = (
  account: { id: number },
  readerId: number | null,
  { storybook, version }: { storybook: string; version: string },
) => ({
  accountId: account.id,
  readerId,
  storybook,
  version,
})
