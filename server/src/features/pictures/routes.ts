import * as contract from '@plinth/contract/pictures.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import { sessionSeconds } from '../../viewer/exchange-ticket.ts'
import { picturesSessionPath } from '../../viewer/pictures/pictures-site.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { getComparedPictures, requestComparedPictures } from './compared-pictures.ts'
import { presentThumbnail } from './present.ts'
import { listThumbnails } from './thumbnails-store.ts'

const ticketSeconds = 60

/** What is planned is used later, even if whoever asked has left. */
const neverAborted = new AbortController().signal

interface PictureServices {
  db: Database
  viewer: Viewer
  log: Logger
}

export function pictureRoutes(app: FastifyInstance, services: PictureServices) {
  const { db, viewer } = services
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
    return rows.map(presentThumbnail)
  })

  route(app, contract.getComparedPictures, ({ account, params, query }) =>
    getComparedPictures(db, { accountId: account.id, ...params, ...query }),
  )

  route(app, contract.requestComparedPictures, ({ account, actor, params, query }) => {
    const names = { accountId: account.id, ...params, ...query }
    return requestComparedPictures(services, names, `${actor.kind} ${actor.id}`, neverAborted)
  })
}
