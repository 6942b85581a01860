import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

import type { Database } from '../database/connect.ts'
import { loadOrCreateSecret } from '../database/generated-secrets.ts'

const version = {
  /** `renewal` is for guests: whoever has it was shown this version, and may see it on. */
  use: z.enum(['ticket', 'session', 'renewal']),
  id: z.string(),
  version: z.string(),
  /** seconds since 1970 */
  expires: z.int(),
}
const MemberPayload = z.object({ ...version, userId: z.int() })
const GuestPayload = z.object({
  ...version,
  shareLinkId: z.int(),
  /** When the link expires: no session lasts longer. Seconds since 1970. */
  until: z.int(),
})

/** The contents of a viewer session, or of a ticket for one, of a member or of a guest. */
const SessionPayload = z.union([MemberPayload, GuestPayload])
export type SessionPayload = z.infer<typeof SessionPayload>

/** Whose session it is. */
export type Holder =
  | Pick<z.infer<typeof MemberPayload>, 'userId'>
  | Pick<z.infer<typeof GuestPayload>, 'shareLinkId' | 'until'>

export interface Signer {
  sign(payload: Holder & Pick<SessionPayload, 'use' | 'version' | 'expires'>): string
  /** The payload, if we signed it for this use and it has not expired. */
  verify(signed: string, use: SessionPayload['use']): SessionPayload | undefined
}

/** Existing databases store the key under this name. */
const storedKey = 'viewer-seals'

/** Signs tickets and sessions, which browsers store, so that changed ones are refused. */
export async function openSigner(db: Database): Promise<Signer> {
  const key = await loadOrCreateSecret(db, storedKey, () => randomBytes(32).toString('base64url'))
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    sign(payload) {
      const text = Buffer.from(
        JSON.stringify({ id: randomBytes(12).toString('base64url'), ...payload }),
      ).toString('base64url')
      return `${text}.${signatureOf(text).toString('base64url')}`
    },

    verify(signed, use) {
      const dot = signed.indexOf('.')
      const text = signed.slice(0, Math.max(dot, 0))
      // Compared as text, because several Base64 texts decode to the same bytes.
      const given = Buffer.from(signed.slice(dot + 1))
      const expected = Buffer.from(signatureOf(text).toString('base64url'))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const payload = SessionPayload.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
      return payload.use === use && payload.expires * 1000 > Date.now() ? payload : undefined
    },
  }
}
