import { sql } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'

import type { Database } from '../database/connect.ts'
import { listen } from '../database/listen.ts'

/** What somebody could see until now: everything of a person's, a version, a storybook with all its versions. */
const Revoked = z.union([
  z.strictObject({ userId: z.int() }),
  z.strictObject({ version: z.string() }),
  z.strictObject({ storybook: z.string() }),
])
export type Revoked = z.infer<typeof Revoked>

/** Takes out of every instance's memory what may no longer be believed. */
export interface Revocations {
  /**
   * To be called once the change is committed. This instance knows at once, the others a moment later. It never
   * fails: whoever does not hear of it asks again within the time an answer is believed anyway.
   */
  announce(revoked: Revoked): Promise<void>
  /** Told what to forget; `everything` where something may have gone unheard. */
  onRevoked(forget: (revoked: Revoked | 'everything') => void): void
  /** Whether notifications of other instances are received at the moment. */
  isListening(): boolean
  close(): Promise<void>
}

interface RevocationOptions {
  db: Database
  /** Leads to the database itself: a pooler would not pass on what is said there. */
  directUrl: string
  /** Whether the operator named that way, and not only `DATABASE_URL`. */
  isDirectUrlSet: boolean
  log: Logger
}

const channel = 'plinth_revocations'

export const adviceWhereUnheard = ({ isDirectUrlSet }: Pick<RevocationOptions, 'isDirectUrlSet'>) =>
  isDirectUrlSet
    ? 'PLINTH_DATABASE_DIRECT_URL must lead to the database itself, and not through a pooler'
    : 'if DATABASE_URL leads through a pooler, set PLINTH_DATABASE_DIRECT_URL'

export function openRevocations({ db, directUrl, isDirectUrlSet, log }: RevocationOptions): Revocations {
  const listeners: ((revoked: Revoked | 'everything') => void)[] = []
  const tell = (revoked: Revoked | 'everything') => {
    for (const forget of listeners) forget(revoked)
  }
  const send = async (message: string) => {
    await sql`SELECT pg_notify(${channel}, ${message})`.execute(db)
  }
  const listening = listen({
    url: directUrl,
    advice: adviceWhereUnheard({ isDirectUrlSet }),
    channel,
    log,
    send,
    onMessage: (message) => tell(read(message)),
    onGap: () => tell('everything'),
  })
  return {
    async announce(revoked) {
      tell(revoked)
      await send(JSON.stringify(revoked)).catch((error: unknown) =>
        log.warn({ err: error }, 'the other instances were not told of a revocation; they ask again soon'),
      )
    },
    onRevoked: (forget) => void listeners.push(forget),
    isListening: () => listening.isListening(),
    close: () => listening.close(),
  }
}

/** A newer version of the portal may say things that this one does not know. */
function read(message: string): Revoked | 'everything' {
  try {
    return Revoked.parse(JSON.parse(message))
  } catch {
    return 'everything'
  }
}
