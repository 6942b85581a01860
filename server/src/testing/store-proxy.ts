import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll } from 'vitest'

/** What is wrong with the way to the store: nothing, no answer, errors only, or answers that break off in the middle. */
export type Trouble = 'none' | 'refused' | 'failing' | 'cut' | 'cut once'

/** Stands before an object store, notes what is asked of it, and makes trouble on demand. */
export async function storeProxy(port: number) {
  const asked: string[] = []
  let trouble: Trouble = 'none'
  const server = createServer((near, answer) => {
    asked.push(`${near.method} ${near.url?.split('?')[0]}`)
    if (trouble === 'refused') near.socket.destroy()
    else if (trouble === 'failing') answer.writeHead(503).end()
    else carry(near, answer)
  })

  function carry(near: IncomingMessage, answer: ServerResponse) {
    const { method, url, headers } = near
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (far) => {
      answer.writeHead(far.statusCode ?? 502, far.headers)
      if (trouble === 'none' || far.statusCode !== 206) far.pipe(answer)
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
    make: (next: Trouble) => void (trouble = next),
    /** What was asked since this was last called. */
    asked: () => asked.splice(0),
  }
}
