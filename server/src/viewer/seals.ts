import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

import type { Database } from '../database/connect.ts'
import { loadOrCreateSecret } from '../database/generated-secrets.ts'

/** What a viewer session or a ticket for one is about. */
const Pass = z.object({
  use: z.enum(['ticket', 'session']),
  id: z.string(),
  userId: z.int(),
  version: z.string(),
  /** seconds since 1970 */
  expires: z.int(),
})
export type Pass = z.infer<typeof Pass>

export interface Seals {
  seal(pass: Omit<Pass, 'id'>): string
  /** The pass inside, if we sealed it for this use and it has not expired. */
  open(sealed: string, use: Pass['use']): Pass | undefined
}

/** Passes travel through the browser and come back unchanged, or not at all. */
export async function openSeals(db: Database): Promise<Seals> {
  const secret = await loadOrCreateSecret(db, 'viewer-seals', () => randomBytes(32).toString('base64url'))
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest()
  return {
    seal(pass) {
      const text = Buffer.from(
        JSON.stringify({ id: randomBytes(12).toString('base64url'), ...pass }),
      ).toString('base64url')
      return `${text}.${sign(text).toString('base64url')}`
    },

    open(sealed, use) {
      const dot = sealed.indexOf('.')
      const text = sealed.slice(0, Math.max(dot, 0))
      // Compared as they are written: there is one spelling of each.
      const given = Buffer.from(sealed.slice(dot + 1))
      const expected = Buffer.from(sign(text).toString('base64url'))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const pass = Pass.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
      return pass.use === use && pass.expires * 1000 > Date.now() ? pass : undefined
    },
  }
}
