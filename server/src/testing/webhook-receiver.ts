import { createServer } from 'node:http'
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { WebhookPayload } from '@plinth/contract/webhooks.ts'

import { afterTestFile } from './clean-up.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  payload: WebhookPayload
}

/** A server on this machine that collects what webhooks send. `answer` decides how it responds, by default with 200. */
export async function aReceiver(
  answer: (response: ServerResponse, received: Received) => void = (response) => void response.end('thanks'),
) {
  const received: Received[] = []
  const receiver = { answer, received, url: '' }
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const one = { headers: request.headers, body, payload: JSON.parse(body) as WebhookPayload }
      received.push(one)
      receiver.answer(response, one)
    })
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTestFile(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
