import * as contract from '@plinth/contract/storybooks.ts'
import type { FastifyInstance } from 'fastify'

import type { Icon } from '../../contents/build-icon.ts'
import { iconTypeOf, isUploadableIcon } from '../../contents/icon-types.ts'
import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import { record } from '../audit/store.ts'
import { findIcon, replaceIcon } from './icon-store.ts'
import { presentStorybook } from './present.ts'
import { findStorybook } from './store.ts'

/** Icons are uploaded bytes, which must never run on the portal's own origin. Their address changes with them. */
const iconHeaders = {
  'content-security-policy': "sandbox; default-src 'none'",
  'content-disposition': 'attachment',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, max-age=31536000, immutable',
}

export function iconRoutes(app: FastifyInstance, { db }: { db: Database }) {
  route(app, contract.getStorybookIcon, async ({ account, params }, reply) => {
    const icon = await findIcon(db, account.id, params.storybook, params.hash)
    // Earlier releases stored drawings that would not be stored today.
    if (!icon || iconTypeOf(icon.bytes) !== icon.mediaType) throw new Problem('not_found')
    void reply.headers(iconHeaders).type(icon.mediaType).send(icon.bytes)
  })

  const changeIcon = async (accountId: number, publicId: string, icon: Icon | undefined, actor: Actor) =>
    db.transaction().execute(async (trx) => {
      const storybook = await findStorybook(trx, accountId, publicId)
      if (!storybook) throw new Problem('not_found')
      if (icon && !isUploadableIcon(icon.bytes)) throw new Problem('invalid_input', { errors: [notAnIcon] })
      await replaceIcon(trx, storybook.id, 'upload', icon)
      await record(trx, actor, {
        action: 'storybook.changed',
        subject: storybook.title,
        accountId,
        about: { storybook: publicId },
      })
      const changed = await findStorybook(trx, accountId, publicId)
      return presentStorybook(changed ?? storybook)
    })

  route(app, contract.setStorybookIcon, ({ account, params, body, actor }) => {
    const icon: Icon = { bytes: Buffer.from(body.png, 'base64'), mediaType: 'image/png' }
    return changeIcon(account.id, params.storybook, icon, actor)
  })

  route(app, contract.deleteStorybookIcon, ({ account, params, actor }) =>
    changeIcon(account.id, params.storybook, undefined, actor),
  )
}

const notAnIcon = {
  field: 'png',
  message: `Must be a PNG of ${contract.iconPixels} × ${contract.iconPixels} pixels`,
}
