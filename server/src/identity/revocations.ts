import { sql } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'

import type { Database } from '../database/connect.ts'
import { listen } from '../database/listen.ts'

/**
 * Whose access has changed: everything of a person, one version, a storybook with all its versions, the guests of a share
 * link, all guests and compositions of an account, a composition, or what an API key has made.
 */
const Revoked = z.union([
  z.strictObject({ userId: z.int() }),
  z.strictObject({ version: z.string() }),
  z.strictObject({ storybook: z.string() }),
  z.strictObject({ shareLink: z.int() }),
  z.strictObject({ guestsOf: z.int() }),
  z.strictObject({ composition: z.int() }),
  z.strictObject({ apiKey: z.int() }),
])
export type Revoked = z.infer<typeof Revoked>

/** Removes cached access checks from the memory of every instance. */
export interface Revocations {
  /**
   * Call it after the commit. It applies to this instance at once and to the others a moment later. It never fails: an
   * instance that misses it checks access again when its cache entry expires.
   */
  announce(revoked: Revoked): Promise<void>
  /** Drops every cached access check of this instance. */
  dropCaches(): void
  /** Calls the listener with each revocation; with `everything` if some may have been missed. */
  onRevoked(listener: (revoked: Revoked | 'everything') => void): void
  /** Whether notifications of other instances are received at the moment. */
  isListening(): boolean
  close(): Promise<void>
}

interface RevocationOptions {
  db: Database
  /** Leads to the database itself, since a pooler does not deliver notifications. */
  directUrl: string
  /** Whether the operator has set `PLINTH_DATABASE_DIRECT_URL`. */
  isDirectUrlSet: boolean
  log: Logger
}

const channel = 'plinth_revocations'

/** Lets every instance check everything again: what it has cached, and the signing keys. */
export async function announceEverything(db: Database): Promise<void> {
  await sql`SELECT pg_notify(${channel}, ${JSON.stringify('everything')})`.execute(db)
}

export const poolerAdvice = ({ isDirectUrlSet }: Pick<RevocationOptions, 'isDirectUrlSet'>) =>
  isDirectUrlSet
    ? 'PLINTH_DATABASE_DIRECT_URL must lead to the database itself, and not through a pooler'
    : 'if DATABASE_URL leads through a pooler, set PLINTH_DATABASE_DIRECT_URL'

export function openRevocations({ db, directUrl, isDirectUrlSet, log }: RevocationOptions): Revocations {
  const listeners: ((revoked: Revoked | 'everything') => void)[] = []
  const notify = (revoked: Revoked | 'everything') => {
    for (const listener of listeners) listener(revoked)
  }
  const send = async (message: string) => {
    await sql`SELECT pg_notify(${channel}, ${message})`.execute(db)
  }
  const listening = listen({
    url: directUrl,
    advice: poolerAdvice({ isDirectUrlSet }),
    channel,
    log,
    send,
    onMessage: (message) => notify(parse(message)),
    onGap: () => notify('everything'),
  })
  return {
    async announce(revoked) {
      notify(revoked)
      await send(JSON.stringify(revoked)).catch((error: unknown) =>
        log.warn(
          { err: error },
          'a revocation was not sent to the other instances; their cached access expires soon',
        ),
      )
    },
    dropCaches: () => notify('everything'),
    onRevoked: (listener) => void listeners.push(listener),
    isListening: () => listening.isListening(),
    close: () => listening.close(),
  }
}

/** "everything", and messages of a newer release that this one does not know. */
function parse(message: string): Revoked | 'everything' {
  try {
    return Revoked.parse(JSON.parse(message))
  } catch {
    return 'everything'
  }
}
