import type { Readable, Writable } from 'node:stream'

/** The browser ended, or its connection did. */
export class BrowserGone extends Error {
  override name = 'BrowserGone'
}

/** The browser did not answer in time. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

type Listener = (params: Record<string, unknown>, session: string | undefined) => void

/** The DevTools protocol. What the browser sends is untrusted: it may be under a build's control. */
export interface Connection {
  send(
    method: string,
    params?: Record<string, unknown>,
    options?: { session?: string | undefined; timeoutMs?: number },
  ): Promise<Record<string, unknown>>
  /** Calls the listener for every such event, of whatever session; returns how to stop that. */
  on(event: string, listener: Listener): () => void
  close(reason: string): void
}

const defaultTimeoutMs = 20_000

/** A picture as Base64 takes a few megabytes. */
const maxMessageBytes = 64 * 1024 * 1024

interface Waiting {
  method: string
  resolve(result: Record<string, unknown>): void
  reject(error: Error): void
}

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  sessionId?: string
  result?: Record<string, unknown>
  error?: { message?: string }
}

/** Messages are JSON, each followed by a zero byte. `onFlood` is called when one does not end. */
export function openConnection(output: Writable, input: Readable, onFlood: () => void): Connection {
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, Set<Listener>>()
  let lastId = 0
  let goneBecause: string | undefined
  let parts: Buffer[] = []
  let partBytes = 0

  const isGone = () => goneBecause !== undefined

  function close(reason: string) {
    if (isGone()) return
    goneBecause = reason
    for (const call of waiting.values()) call.reject(new BrowserGone(`${call.method}: ${reason}`))
    waiting.clear()
  }

  function receive(message: Message) {
    if (message.id !== undefined) {
      const call = waiting.get(message.id)
      if (!call) return
      if (message.error) call.reject(new Error(`${call.method}: ${message.error.message}`))
      else call.resolve(message.result ?? {})
      return
    }
    for (const listener of listeners.get(message.method ?? '') ?? [])
      listener(message.params ?? {}, message.sessionId)
  }

  function add(part: Buffer) {
    parts.push(part)
    partBytes += part.length
    if (partBytes <= maxMessageBytes) return
    parts = []
    close('sent too long a message')
    onFlood()
  }

  function receiveGathered() {
    const text = Buffer.concat(parts).toString()
    parts = []
    partBytes = 0
    try {
      receive(JSON.parse(text) as Message)
    } catch {
      close('sent what cannot be read')
    }
  }

  input.on('data', (data: Buffer) => {
    let start = 0
    for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, start)) {
      if (isGone()) return
      add(data.subarray(start, end))
      start = end + 1
      receiveGathered()
    }
    if (!isGone() && start < data.length) add(data.subarray(start))
  })
  input.on('error', () => close('the connection failed'))
  input.on('close', () => close('the browser ended'))
  output.on('error', () => close('the connection failed'))

  return {
    close,

    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return () => void known.delete(listener)
    },

    send(method, params = {}, { session, timeoutMs = defaultTimeoutMs } = {}) {
      if (goneBecause !== undefined) return Promise.reject(new BrowserGone(`${method}: ${goneBecause}`))
      lastId += 1
      const id = lastId
      const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
      const timer = setTimeout(() => reject(new NoAnswer(`${method}: no answer`)), timeoutMs)
      waiting.set(id, { method, resolve, reject })
      output.write(`${JSON.stringify({ id, method, params, sessionId: session })}\0`)
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(id)
      })
    },
  }
}
