import { randomBytes } from 'node:crypto'

import { Webhook } from 'standardwebhooks'

/** As long as the Standard Webhooks specification recommends. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

interface Signed {
  id: string
  at: Date
  body: string
}

/** The headers of the Standard Webhooks specification, with a signature for each secret. */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: Signed,
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
