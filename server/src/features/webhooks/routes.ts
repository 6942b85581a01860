import * as contract from '@plinth/contract/webhooks.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { MemberAccount } from '../../http/callers.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import type { Config } from '../../settings/config.ts'
import { record } from '../audit/store.ts'
import { describeWebhook } from './describe-webhook.ts'
import { newEventId } from './outbox-store.ts'
import { bodyOf } from './payload.ts'
import { presentDelivery, presentWebhook } from './present.ts'
import { newSecret } from './sign.ts'
import * as store from './store.ts'
import type { WebhookRow } from './store.ts'
import type { WebhookSender } from './webhook-sender.ts'

interface WebhookServices {
  db: Database
  webhooks: WebhookSender
  config: Config
}

export function webhookRoutes(app: FastifyInstance, { db, webhooks, config }: WebhookServices) {
  const requireUsableUrl = (url: string) => {
    // Anybody could send requests from this machine to anywhere.
    if (config.isPublicDemo)
      throw new Problem('forbidden', { detail: 'This demonstration sends no webhooks.' })
    const refusal = webhooks.addresses.evidentRefusal(new URL(url))
    if (!refusal) return
    throw new Problem('invalid_input', { errors: [{ field: 'url', message: refusals[refusal] }] })
  }

  /** Makes a change and records it, with what was done to the webhook if the action does not say it. */
  const change = (
    { actor, account }: { actor: Actor; account: MemberAccount },
    { action = 'webhook.changed', done = '' }: { action?: WebhookAction; done?: string },
    work: (trx: Database) => Promise<WebhookRow | undefined>,
  ) =>
    db.transaction().execute(async (trx) => {
      const row = await work(trx)
      if (!row) throw new Problem('not_found')
      await record(trx, actor, { action, subject: describeWebhook(row) + done, accountId: account.id })
      return presentWebhook(row)
    })

  const getDelivery = async (accountId: number, webhookId: number, id: number) => {
    const row = await store.findDelivery(db, accountId, webhookId, id)
    if (!row) throw new Problem('not_found')
    return row
  }

  route(app, contract.listWebhooks, async ({ account }) => {
    const rows = await store.listWebhooksOfAccount(db, account.id)
    return rows.map(presentWebhook)
  })

  route(app, contract.createWebhook, async ({ account, body, actor }) => {
    requireUsableUrl(body.url)
    const secret = newSecret()
    const created = await change({ actor, account }, { action: 'webhook.created' }, async (trx) => {
      const row = await store.insertWebhook(trx, account.id, body, secret)
      if (!row) throw new Problem('too_many_webhooks')
      return row
    })
    return { ...created, secret }
  })

  route(app, contract.getWebhook, async ({ account, params }) => {
    const row = await store.findWebhook(db, account.id, params.id)
    if (!row) throw new Problem('not_found')
    return presentWebhook(row)
  })

  route(app, contract.updateWebhook, ({ account, params, body, actor }) => {
    requireUsableUrl(body.url)
    return change({ actor, account }, {}, (trx) => store.updateWebhook(trx, account.id, params.id, body))
  })

  route(app, contract.deleteWebhook, async ({ account, params, actor }) => {
    await db.transaction().execute(async (trx) => {
      const deleted = await store.deleteWebhookOfAccount(trx, account.id, params.id)
      if (!deleted) throw new Problem('not_found')
      const subject = describeWebhook(deleted)
      await record(trx, actor, { action: 'webhook.deleted', subject, accountId: account.id })
    })
  })

  route(app, contract.pauseWebhook, ({ account, params, actor }) =>
    change({ actor, account }, { action: 'webhook.paused' }, (trx) =>
      store.pauseWebhook(trx, account.id, params.id),
    ),
  )

  route(app, contract.resumeWebhook, ({ account, params, actor }) =>
    change({ actor, account }, { done: ', resumed' }, (trx) =>
      store.resumeWebhook(trx, account.id, params.id),
    ),
  )

  route(app, contract.rotateWebhookSecret, async ({ account, params, actor }) => {
    const secret = newSecret()
    const changed = await change({ actor, account }, { done: ', new secret' }, (trx) =>
      store.updateSecret(trx, account.id, params.id, secret),
    )
    return { ...changed, secret }
  })

  route(app, contract.testWebhook, async ({ account, params, actor, endTurn }) => {
    const receiver = await store.findReceiver(db, account.id, params.id)
    if (!receiver) throw new Problem('not_found')
    const { accountPublicId: publicId, accountName: name } = receiver
    const eventId = newEventId()
    const createdAt = new Date()
    const data = { actor: { kind: actor.kind, name: actor.name } }
    // The receiver may take its time.
    endTurn()
    const outcome = await webhooks.sendOnce(
      receiver,
      { type: contract.testEvent, createdAt, account: { publicId, name }, data },
      eventId,
    )
    const id = await store.insertTestDelivery(db, account.id, params.id, {
      eventId,
      createdAt,
      data,
      outcome,
    })
    return presentDelivery(await getDelivery(account.id, params.id, id))
  })

  route(app, contract.listWebhookDeliveries, async ({ account, params, query }) => {
    if (!(await store.findWebhook(db, account.id, params.id))) throw new Problem('not_found')
    const rows = await store.listDeliveries(db, account.id, params.id, query)
    return rows.map(presentDelivery)
  })

  route(app, contract.getWebhookDelivery, async ({ account, params }) => {
    const row = await getDelivery(account.id, params.id, params.delivery)
    const event = {
      type: row.type,
      createdAt: row.event_created_at,
      account: { publicId: row.account_public_id, name: row.account_name },
      data: row.data,
    }
    return { ...presentDelivery(row), body: bodyOf(event, row.format, config.publicUrl) }
  })

  route(app, contract.redeliverToWebhook, async ({ account, params }) => {
    const row = await getDelivery(account.id, params.id, params.delivery)
    if (row.type === contract.testEvent) throw new Problem('not_found')
    if (row.state === 'pending') throw new Problem('conflict', { detail: 'This event is still waiting.' })
    const id = await store.insertRedelivery(db, params.id, row.event_id)
    return presentDelivery(await getDelivery(account.id, params.id, id))
  })
}

type WebhookAction = 'webhook.created' | 'webhook.changed' | 'webhook.paused'

const refusals = {
  address_not_allowed: 'This address is not on the public Internet, and the operator does not allow it.',
  http_not_allowed: 'Use https://. Plain http:// is only for internal addresses that the operator allows.',
}
