import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import type { WebhookPayload } from '@plinth/contract/webhooks.ts'

import { increase } from './facts.ts'

/** What webhooks have told, each event once, however often it arrived. */
export interface Receiver {
  url: string
  /** `${type} ${what it is about}` of an account, and how many events said so. */
  eventsOf(account: string): Map<string, number>
  close(): void
}

export async function startReceiver(): Promise<Receiver> {
  const received = new Map<string, WebhookPayload>()
  const server = createServer(async (request, response) => {
    const payload = JSON.parse(await text(request)) as WebhookPayload
    received.set(String(request.headers['webhook-id']), payload)
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    eventsOf(account) {
      const events = new Map<string, number>()
      for (const { type, data } of received.values()) {
        if (data.account.publicId !== account) continue
        const about = data.version?.publicId ?? data.member?.email ?? data.storybook?.title
        increase(events, `${type} ${about}`)
      }
      return events
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
