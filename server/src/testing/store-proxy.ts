import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterTestFile } from './clean-up.ts'

/** What the proxy does to requests. */
export type Trouble =
  | 'none'
  /** Closes the connection without an answer. */
  | 'refused'
  /** Answers 503. */
  | 'failing'
  /** Answers 507. */
  | 'full'
  /** Cuts answers off in the middle: all of them, or only the next. */
  | 'cut'
  | 'cut once'
  /** Forwards the next write and loses its answer; or everything, and loses all answers. */
  | 'write lost'
  | 'answers lost'
  /** Waits before it forwards. */
  | 'slow'
  /** Answers 503 to every part of an upload after the first. */
  | 'parts refused'
  /** Never answers: anything, only parts of uploads, or after the headers of an answer. */
  | 'silent'
  | 'parts silent'
  | 'silent after the head'

const slowMs = 300

/** An HTTP proxy before an object store that logs requests and simulates failures. */
export async function storeProxy(port: number) {
  const requests: string[] = []
  let trouble: Trouble = 'none'
  const server = createServer((near, answer) => {
    requests.push(`${near.method} ${near.url?.split('?')[0]}`)
    if (isHeld(near)) heldWrites.push(() => forward(near, answer))
    else reply(near, answer)
  })

  const heldWrites: (() => void)[] = []

  function reply(near: IncomingMessage, answer: ServerResponse) {
    const isFailing = trouble === 'failing' || (trouble === 'parts refused' && isLaterPart(near))
    const isSilent = trouble === 'silent' || (trouble === 'parts silent' && isPart(near))
    // Not read from either, so that the sender stalls too.
    if (isSilent) near.pause()
    else if (trouble === 'silent after the head')
      answer.writeHead(200, { 'content-length': 1000 }).flushHeaders()
    else if (trouble === 'refused') near.socket.destroy()
    else if (trouble === 'full') answer.writeHead(507).end()
    else if (isFailing) answer.writeHead(503).end()
    else if (trouble === 'slow') setTimeout(() => forward(near, answer), slowMs)
    else forward(near, answer)
  }

  let writesToHold: { after: number; onHeld: () => void } | undefined

  function isHeld({ method, url }: IncomingMessage): boolean {
    if (!writesToHold || method !== 'PUT' || !url?.includes('/archives/')) return false
    if (writesToHold.after > 0) {
      writesToHold.after -= 1
      return false
    }
    writesToHold.onHeld()
    return true
  }

  function forward(near: IncomingMessage, answer: ServerResponse) {
    const { method, url, headers } = near
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (far) => {
      const isWriteLost = trouble === 'write lost' && isFinalWrite(near)
      if (isWriteLost) trouble = 'none'
      if (isWriteLost || trouble === 'answers lost') {
        far.resume().once('end', () => near.socket.destroy())
        return
      }
      answer.writeHead(far.statusCode ?? 502, far.headers)
      if (!trouble.startsWith('cut') || far.statusCode !== 206) far.pipe(answer)
      else cutInTheMiddle(far, answer)
    })
    onward.on('error', () => answer.destroy())
    near.on('error', () => onward.destroy())
    near.pipe(onward)
  }

  function cutInTheMiddle(far: IncomingMessage, answer: ServerResponse) {
    if (trouble === 'cut once') trouble = 'none'
    let left = Number(far.headers['content-length']) / 2
    far.on('data', (chunk: Buffer) => {
      const part = chunk.subarray(0, left)
      left -= part.length
      // The first half must arrive before the connection breaks.
      if (!answer.destroyed) answer.write(part, () => left < 1 && answer.destroy())
    })
  }

  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTestFile(close)
  return {
    close,
    port: (server.address() as AddressInfo).port,
    /** Holds all archive writes after this many; resolves when the first is held. */
    holdWrites: (after: number) =>
      new Promise<void>((resolve) => {
        writesToHold = { after, onHeld: resolve }
      }),
    releaseWrites: () => {
      writesToHold = undefined
      for (const release of heldWrites.splice(0)) release()
    },
    simulate: (next: Trouble) => void (trouble = next),
    /** The requests since the last call. */
    takeRequests: () => requests.splice(0),
  }
}

const queryOf = ({ url = '' }: IncomingMessage) => new URLSearchParams(url.split('?')[1])

const isLaterPart = (request: IncomingMessage) =>
  request.method === 'PUT' && Number(queryOf(request).get('partNumber')) > 1

const isPart = (request: IncomingMessage) =>
  queryOf(request).has('partNumber') || queryOf(request).get('comp') === 'block'

/** The call that creates an object: a whole PUT, or the end of a multipart upload. */
function isFinalWrite(request: IncomingMessage): boolean {
  const query = queryOf(request)
  if (request.method === 'POST') return query.has('uploadId')
  return request.method === 'PUT' && !isPart(request)
}
