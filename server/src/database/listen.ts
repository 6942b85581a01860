import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'
import type { Logger } from 'pino'

interface ListenOptions {
  url: string
  /** What to do where `url` turns out to lead through a pooler. */
  advice: string
  channel: string
  log: Logger
  /** Sends on the channel, by another connection; it must come back to us. */
  send: (message: string) => Promise<void>
  onMessage: (message: string) => void
  /** We hear again, and something may have been said meanwhile. */
  onGap: () => void
  /** milliseconds between two words to itself */
  probeEvery?: number
  /** milliseconds until such a word must have come back */
  probeWithin?: number
}

export interface Listening {
  isHearing(): boolean
  close(): Promise<void>
}

const timeoutMs = 5_000
const farewell = 1_000
const tryAgainAfter = [500, 2_000, 10_000, 60_000]

/**
 * Hears what is said on a channel, over a connection of its own that is made again whenever it is lost. Every
 * while it sends itself a word, since a connection can be dead without an error, and a pooler in between takes
 * `LISTEN` and then passes nothing on.
 */
export function listen(options: ListenOptions): Listening {
  const { log } = options
  const closing = new AbortController()
  const { signal } = closing
  let isHearing = false

  async function keep() {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await hear(options, signal, (isHeard) => {
          isHearing = isHeard
          if (isHeard) failures = -1
        })
      } catch (error) {
        if (signal.aborted) return
        if (failures <= 0) log.warn({ err: error }, 'changes made by other instances are not heard at once')
      }
      await pause(tryAgainAfter[Math.min(Math.max(failures, 0), tryAgainAfter.length - 1)] ?? 0, signal)
    }
  }

  const kept = keep()
  return {
    isHearing: () => isHearing,
    close: async () => {
      closing.abort()
      await kept
    },
  }
}

/** Listens until the connection is of no more use, which is always an error; says when it proves to work, and when no more. */
async function hear(
  {
    url,
    advice,
    channel,
    log,
    send,
    onMessage,
    onGap,
    probeEvery = 15_000,
    probeWithin = timeoutMs,
  }: ListenOptions,
  closing: AbortSignal,
  onChange: (isHeard: boolean) => void,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
  })
  const lost = new AbortController()
  const { signal } = lost
  client.on('error', (error) => lost.abort(error))
  client.once('end', () => lost.abort(new Error('the connection ended')))
  closing.addEventListener('abort', () => lost.abort(closing.reason), { signal })
  try {
    await client.connect()
    const own = `probe ${randomUUID()}`
    let heard = Promise.withResolvers<void>()
    client.on('notification', ({ payload = '' }) => {
      if (payload === own) heard.resolve()
      else if (!payload.startsWith('probe ')) onMessage(payload)
    })
    await client.query(`LISTEN ${channel}`)
    for (let isFirst = true; ; isFirst = false) {
      heard = Promise.withResolvers()
      await probe(heard.promise, () => send(own), { signal, advice, within: probeWithin })
      if (isFirst) {
        // What was said between the last connection and this one went unheard.
        onGap()
        onChange(true)
        log.debug('changes made by other instances are heard')
      }
      await sleep(probeEvery, undefined, { ref: false, signal })
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    lost.abort()
    onChange(false)
    await leave(client)
  }
}

/** Nobody answers a farewell on a connection that is silently dead, and the system would wait a quarter of an hour. */
async function leave(client: Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), farewell)
  await client.end().catch(() => {})
  clearTimeout(late)
}

async function probe(
  heard: Promise<void>,
  send: () => Promise<void>,
  { signal, advice, within }: { signal: AbortSignal; advice: string; within: number },
): Promise<void> {
  const inTime = new AbortController()
  const late = sleep(within, undefined, { signal: AbortSignal.any([signal, inTime.signal]) }).then(() => {
    throw new Error(`what is sent is not heard: ${advice}`)
  })
  try {
    await Promise.race([send().then(() => heard), late])
  } finally {
    inTime.abort()
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})
