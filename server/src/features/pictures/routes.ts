import * as contract from '@plinth/contract/pictures.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { userIdOf } from '../../http/callers.ts'
import { route } from '../../http/route.ts'
import type { Config } from '../../settings/config.ts'
import { sessionSeconds } from '../../viewer/exchange-ticket.ts'
import { picturesSessionPath } from '../../viewer/pictures/pictures-site.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { choosePicture } from './choose-picture.ts'
import { getComparedPictures, requestComparedPictures } from './compared-pictures.ts'
import { findObstacle } from './find-obstacle.ts'
import { presentThumbnail } from './present.ts'
import { listThumbnails } from './thumbnails-store.ts'

const ticketSeconds = 60

/** What is planned is used later, even if whoever asked has left. */
const neverAborted = new AbortController().signal

interface PictureServices {
  db: Database
  viewer: Viewer
  log: Logger
  config: Config
}

export function pictureRoutes(app: FastifyInstance, services: PictureServices) {
  const { db, viewer, config } = services
  route(app, contract.openPictures, ({ account, user }) => {
    const { picturesUrl } = viewer.addresses
    const expires = Math.floor(Date.now() / 1000) + ticketSeconds
    const holder = { account: account.publicId, accountId: account.id, userId: user.id }
    return {
      baseUrl: `${picturesUrl}/${account.publicId}`,
      ticketUrl: new URL(picturesSessionPath, picturesUrl).href,
      ticket: viewer.signer.sign({ ...holder, use: 'picturesTicket', expires }),
      sessionSeconds,
    }
  })

  route(app, contract.findThumbnails, async ({ account, body }) => {
    const rows = await listThumbnails(db, account.id, body.of)
    const isWaiting = rows.some(({ waitsFor }) => waitsFor !== null)
    const obstacle = isWaiting ? await findObstacle(db, account.id, config) : null
    return rows.map((row) => presentThumbnail(row, obstacle))
  })

  route(app, contract.choosePicture, ({ account, params, body, actor }) =>
    choosePicture(db, { accountId: account.id, ...params }, body, actor),
  )

  route(app, contract.getComparedPictures, ({ account, caller, params, query }) =>
    getComparedPictures(services, {
      accountId: account.id,
      readerId: userIdOf(caller),
      ...params,
      ...query,
    }),
  )

  route(app, contract.requestComparedPictures, ({ account, caller, actor, params, query }) => {
    const names = { accountId: account.id, readerId: userIdOf(caller), ...params, ...query }
    return requestComparedPictures(services, names, `${actor.kind} ${actor.id}`, neverAborted)
  })
}
