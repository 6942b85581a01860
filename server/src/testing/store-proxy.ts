import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll } from 'vitest'

/**
 * What is wrong with the way to the store: nothing, no answer, errors only, answers that break off in the middle, the
 * answer to the next write lost after it was done, no room left, no part of an upload after the first getting through, or a store that
 * says nothing: at all, to parts alone, or after the head of an answer.
 */
export type Trouble =
  | 'none'
  | 'refused'
  | 'failing'
  | 'full'
  | 'cut'
  | 'cut once'
  | 'write lost'
  | 'parts refused'
  | 'silent'
  | 'parts silent'
  | 'silent after the head'

/** Stands before an object store, notes what is asked of it, and makes trouble on demand. */
export async function storeProxy(port: number) {
  const asked: string[] = []
  let trouble: Trouble = 'none'
  const server = createServer((near, answer) => {
    asked.push(`${near.method} ${near.url?.split('?')[0]}`)
    if (isHeld(near)) held.push(() => carry(near, answer))
    else reply(near, answer)
  })

  const held: (() => void)[] = []

  function reply(near: IncomingMessage, answer: ServerResponse) {
    const isFailing = trouble === 'failing' || (trouble === 'parts refused' && isLaterPart(near))
    const isSilent = trouble === 'silent' || (trouble === 'parts silent' && isPart(near))
    // Not even read from, so that what is sent gets stuck too.
    if (isSilent) near.pause()
    else if (trouble === 'silent after the head')
      answer.writeHead(200, { 'content-length': 1000 }).flushHeaders()
    else if (trouble === 'refused') near.socket.destroy()
    else if (trouble === 'full') answer.writeHead(507).end()
    else if (isFailing) answer.writeHead(503).end()
    else carry(near, answer)
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

  function carry(near: IncomingMessage, answer: ServerResponse) {
    const { method, url, headers } = near
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (far) => {
      if (trouble === 'write lost' && isFinalWrite(near)) {
        trouble = 'none'
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
      // What was sent has to arrive before the connection breaks.
      if (!answer.destroyed) answer.write(part, () => left < 1 && answer.destroy())
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** Lets so many archives be written and leaves the others waiting; resolves when one waits. */
    holdWrites: (after: number) =>
      new Promise<void>((resolve) => {
        writesToHold = { after, onHeld: resolve }
      }),
    letWrites: () => {
      writesToHold = undefined
      for (const go of held.splice(0)) go()
    },
    make: (next: Trouble) => void (trouble = next),
    /** What was asked since this was last called. */
    asked: () => asked.splice(0),
  }
}

const queryOf = ({ url = '' }: IncomingMessage) => new URLSearchParams(url.split('?')[1])

const isLaterPart = (request: IncomingMessage) =>
  request.method === 'PUT' && Number(queryOf(request).get('partNumber')) > 1

const isPart = (request: IncomingMessage) =>
  queryOf(request).has('partNumber') || queryOf(request).get('comp') === 'block'

/** The one call after which an object is there: a whole put, or the end of one in parts. */
function isFinalWrite(request: IncomingMessage): boolean {
  const query = queryOf(request)
  if (request.method === 'POST') return query.has('uploadId')
  return request.method === 'PUT' && !isPart(request)
}
