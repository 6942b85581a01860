import * as contract from '@plinth/contract/share-links.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Revocations } from '../../identity/revocations.ts'
import type { Config } from '../../settings/config.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { record } from '../audit/store.ts'
import { findStorybook } from '../storybooks/store.ts'
import { createShareLink, aboutLink, describeLink } from './create-share-link.ts'
import { openShareLink } from './open-share-link.ts'
import { presentShareLink } from './present.ts'
import { deleteShareLink, listActiveLinks } from './store.ts'

interface ShareLinkServices {
  db: Database
  config: Config
  viewer: Viewer
  revocations: Revocations
}

export function shareLinkRoutes(app: FastifyInstance, services: ShareLinkServices) {
  const { db, config, revocations } = services

  route(app, contract.listShareLinks, async ({ account, params }) => {
    const storybook = await findStorybook(db, account.id, params.storybook)
    if (!storybook) throw new Problem('not_found')
    const rows = await listActiveLinks(db, account.id, storybook.id)
    return rows.map(presentShareLink)
  })

  route(app, contract.createShareLink, async ({ account, user, params, body, actor }) => {
    const place = { accountId: account.id, storybook: params.storybook }
    const { row, secret } = await createShareLink(db, actor, place, user.id, body)
    return { ...presentShareLink(row), url: `${config.publicUrl.origin}/share#${secret}` }
  })

  route(app, contract.revokeShareLink, async ({ account, params, actor }) => {
    await db.transaction().execute(async (trx) => {
      const storybook = await findStorybook(trx, account.id, params.storybook)
      const revoked = storybook && (await deleteShareLink(trx, storybook.id, params.id))
      if (!revoked) throw new Problem('not_found')
      await record(trx, actor, {
        action: 'shareLink.revoked',
        subject: describeLink(storybook.title, revoked),
        accountId: account.id,
        about: aboutLink(params.storybook, revoked),
      })
    })
    await revocations.announce({ shareLink: params.id })
  })

  route(app, contract.openShareLink, ({ body }, reply) => {
    reply.header('x-robots-tag', 'noindex')
    return openShareLink(services, body, (party, open) =>
      app.turns.run({ party, kind: contract.openShareLink.path }, reply.raw, open),
    )
  })
}
