import { request } from 'node:http'
import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Outgoing {
  port: number
  /** The Host header; the connection always goes to this machine. */
  host: string
  path: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
  /** Sends the body in pieces, over about this long. */
  sendingMs?: number
  /** Reads the answer in pieces, at most this many bytes a second. */
  readingRate?: number
  /** When to give up; by default, longer than anything may take that the portal has not refused. */
  timeoutMs?: number
  agent?: Agent
  localAddress?: string
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Sends a request; rejects if no complete answer comes. */
export type Send = (outgoing: Outgoing) => Promise<Answer>

/** The answer is complete, but not the one that was expected. */
export class WrongAnswer extends Error {
  override name = 'WrongAnswer'
  readonly answer: Answer

  constructor(answer: Answer, { method = 'GET', path }: Outgoing, why = '') {
    const text = answer.body.toString('utf8', 0, 300)
    super(`${method} ${path}: ${answer.status}${why && `, ${why}`}, answered ${text}`)
    this.answer = answer
  }
}

export function expectStatus(status: number, outgoing: Outgoing, answer: Answer): Answer {
  if (answer.status !== status) throw new WrongAnswer(answer, outgoing)
  return answer
}

export const jsonOf = ({ body }: Answer): unknown => JSON.parse(body.toString())

const piecesPerSecond = 20

const defaultTimeoutMs = 60_000

export const send: Send = async (outgoing) => {
  const { port, host, path, method = 'GET', body = '', agent, localAddress } = outgoing
  const { timeoutMs = defaultTimeoutMs } = outgoing
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: {
      host,
      ...(method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) }),
      ...outgoing.headers,
    },
    ...(agent ? { agent } : {}),
    ...(localAddress === undefined ? {} : { localAddress }),
  })
  const deadline = setTimeout(() => sent.destroy(new Error('no complete answer in time')), timeoutMs)
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.on('error', reject)
  })
  try {
    // The answer may come before everything is sent. If sending fails, so does the request.
    void sendBody(sent, Buffer.from(body), outgoing.sendingMs)
    const response = await answered
    const bytes = await read(response, outgoing.readingRate)
    return { status: response.statusCode ?? 0, headers: response.headers, body: bytes }
  } catch (error) {
    throw new Error(`${method} ${path}: ${describe(error as NodeJS.ErrnoException)}`, { cause: error })
  } finally {
    clearTimeout(deadline)
  }
}

/** Some errors of connections have a code only. */
const describe = ({ message, code = '' }: NodeJS.ErrnoException) => message || code

async function sendBody(sent: ClientRequest, body: Buffer, sendingMs = 0): Promise<void> {
  const pieces = Math.max(1, Math.round((sendingMs / 1000) * piecesPerSecond))
  const length = Math.ceil(body.length / pieces)
  for (let piece = 0; piece < pieces - 1 && !sent.destroyed; piece++) {
    sent.write(body.subarray(piece * length, (piece + 1) * length))
    await sleep(1000 / piecesPerSecond)
  }
  sent.end(body.subarray((pieces - 1) * length))
}

async function read(response: IncomingMessage, rate = Infinity): Promise<Buffer> {
  const pieces: Buffer[] = []
  let unpaid = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece)
    unpaid += piece.length
    if (unpaid < rate / piecesPerSecond) continue
    await sleep((unpaid / rate) * 1000)
    unpaid = 0
  }
  // Node ends the iteration of a response that was cut off with an error; this is for answers without a length.
  if (!response.complete) throw new Error('the answer was cut off')
  return Buffer.concat(pieces)
}
