import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { shareDays } from '@plinth/contract/share-links.ts'
import { z } from 'zod'

import type { KeyKind, KeyRing } from '../identity/signing-keys.ts'

const MemberSession = z.object({ version: z.string(), userId: z.int() })
const GuestSession = z.object({
  version: z.string(),
  shareLinkId: z.int(),
  /** When the link expires: no session lasts longer. Seconds since 1970. */
  until: z.int(),
})
/** A version, and the member or guest who views it. */
const Session = z.union([MemberSession, GuestSession])

/** A version inside a composing page. */
const ComposedSession = z.object({
  compositionId: z.int(),
  versionId: z.int(),
  /** When the page must be allowed again in this browser: no session lasts longer. Seconds since 1970. */
  until: z.int(),
})

const PicturesSession = z.object({ account: z.string(), accountId: z.int(), userId: z.int() })

const payloads = {
  ticket: Session,
  session: Session,
  /** For guests: whoever has it was shown this version, and may see it on. */
  renewal: Session,
  composedTicket: ComposedSession,
  composedSession: ComposedSession,
  /** Lets a published Storybook, of this origin, show other storybooks of its account to a person. */
  composeTicket: z.object({ userId: z.int(), accountId: z.int(), origin: z.string() }),
  /** Pictures of an account, for one of its members. */
  picturesTicket: PicturesSession,
  picturesSession: PicturesSession,
  /** A page in a browser wants to show a storybook. */
  pageRequest: z.object({ deviceSha256: z.string(), origin: z.string(), storybook: z.string() }),
}
type Use = keyof typeof payloads
type Payload<U extends Use> = z.infer<(typeof payloads)[U]>

const Stamp = z.object({
  use: z.string(),
  id: z.string(),
  /** seconds since 1970 */
  expires: z.int(),
})
type Stamp = z.infer<typeof Stamp>

/** The contents of a viewer session, or of a ticket for one, of a member or of a guest. */
export type SessionPayload = Payload<'session'> & Pick<Stamp, 'id' | 'expires'>

/** Whose session it is. */
export type Holder =
  | Pick<z.infer<typeof MemberSession>, 'userId'>
  | Pick<z.infer<typeof GuestSession>, 'shareLinkId' | 'until'>

export interface Signer {
  sign<U extends Use>(payload: Payload<U> & { use: U; expires: number }): string
  /** The payload, if we signed it for this use and it has not expired. */
  verify<U extends Use>(signed: string, use: U): (Payload<U> & Pick<Stamp, 'id' | 'expires'>) | undefined
}

export const sessionKeys: KeyKind<string> = {
  // Existing databases store them under this name.
  name: 'viewer-seals',
  // The renewals of guests can be used as long as their links.
  lifetimeDays: shareDays.max,
  create: () => randomBytes(32).toString('base64url'),
}

/** Signs tickets, sessions and requests, which browsers store, so that changed ones are refused. */
export function createSigner(ring: KeyRing<string>): Signer {
  return {
    sign(payload) {
      const text = Buffer.from(
        JSON.stringify({ id: randomBytes(12).toString('base64url'), ...payload }),
      ).toString('base64url')
      return `${text}.${signatureOf(text, ring.keys()[0])}`
    },

    verify<U extends Use>(signed: string, use: U) {
      const dot = signed.indexOf('.')
      const text = signed.slice(0, Math.max(dot, 0))
      // Compared as text, because several Base64 texts decode to the same bytes.
      const given = Buffer.from(signed.slice(dot + 1))
      const isSignedWith = (key: string) => {
        const expected = Buffer.from(signatureOf(text, key))
        return given.length === expected.length && timingSafeEqual(given, expected)
      }
      if (!ring.keys().some(isSignedWith)) return undefined
      const content: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
      const { use: signedFor, id, expires } = Stamp.parse(content)
      if (signedFor !== use || expires * 1000 <= Date.now()) return undefined
      return { ...(payloads[use].parse(content) as Payload<U>), id, expires }
    },
  }
}

const signatureOf = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url')
