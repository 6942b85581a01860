import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'
import type { Logger } from 'pino'

interface ListenOptions {
  url: string
  /** What the operator should do if `url` turns out to go through a pooler. */
  advice: string
  channel: string
  log: Logger
  /** Sends on the channel over another connection; a working listener receives it. */
  send: (message: string) => Promise<void>
  onMessage: (message: string) => void
  /** Called after connecting, since messages may have been missed before. */
  onGap: () => void
  probeEveryMs?: number
  probeTimeoutMs?: number
}

export interface Listening {
  isListening(): boolean
  close(): Promise<void>
}

const timeoutMs = 5_000
const closeTimeoutMs = 1_000
const retryDelaysMs = [500, 2_000, 10_000, 60_000]

/**
 * Receives the notifications of a channel over a connection of its own, and reconnects whenever it is lost. It sends
 * itself a probe regularly: a connection can be dead without an error, and a pooler accepts `LISTEN` but passes
 * nothing on.
 */
export function listen(options: ListenOptions): Listening {
  const { log } = options
  const closing = new AbortController()
  const { signal } = closing
  let isListening = false

  async function reconnectUntilClosed() {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await listenOnce(options, signal, (isWorking) => {
          isListening = isWorking
          if (isWorking) failures = -1
        })
      } catch (error) {
        if (signal.aborted) return
        if (failures <= 0)
          log.warn({ err: error }, 'changes made by other instances are not received at once')
      }
      await pause(retryDelaysMs[Math.min(Math.max(failures, 0), retryDelaysMs.length - 1)] ?? 0, signal)
    }
  }

  const closed = reconnectUntilClosed()
  return {
    isListening: () => isListening,
    close: async () => {
      closing.abort()
      await closed
    },
  }
}

/**
 * Listens until the connection fails, and always throws then. `onChange` is told once a probe has come back, and when
 * the connection is lost.
 */
async function listenOnce(
  {
    url,
    advice,
    channel,
    log,
    send,
    onMessage,
    onGap,
    probeEveryMs = 15_000,
    probeTimeoutMs = timeoutMs,
  }: ListenOptions,
  closing: AbortSignal,
  onChange: (isWorking: boolean) => void,
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
    const ownProbe = `probe ${randomUUID()}`
    let received = Promise.withResolvers<void>()
    client.on('notification', ({ payload = '' }) => {
      if (payload === ownProbe) received.resolve()
      else if (!payload.startsWith('probe ')) onMessage(payload)
    })
    await client.query(`LISTEN ${channel}`)
    for (let isFirst = true; ; isFirst = false) {
      received = Promise.withResolvers()
      await probe(received.promise, () => send(ownProbe), { signal, advice, probeTimeoutMs })
      if (isFirst) {
        onGap()
        onChange(true)
        log.debug('listening for changes made by other instances')
      }
      await sleep(probeEveryMs, undefined, { ref: false, signal })
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    lost.abort()
    onChange(false)
    await disconnect(client)
  }
}

/** On a connection that is silently dead the server never answers, and TCP would wait for a quarter of an hour. */
async function disconnect(client: Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), closeTimeoutMs)
  await client.end().catch(() => {})
  clearTimeout(late)
}

async function probe(
  received: Promise<void>,
  send: () => Promise<void>,
  { signal, advice, probeTimeoutMs }: { signal: AbortSignal; advice: string; probeTimeoutMs: number },
): Promise<void> {
  const done = new AbortController()
  const late = sleep(probeTimeoutMs, undefined, { signal: AbortSignal.any([signal, done.signal]) }).then(
    () => {
      throw new Error(`notifications do not arrive: ${advice}`)
    },
  )
  try {
    await Promise.race([send().then(() => received), late])
  } finally {
    done.abort()
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})
