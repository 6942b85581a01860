import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

import { afterAll } from 'vitest'

const opened: (() => void)[] = []

/** What a connection has carried for its latest request so far. */
interface Carried {
  request: string
  sent: number
  answered: number
}

/**
 * Stands between the program and the portal, and breaks connections when `isTime` says so. It carries bytes, not
 * HTTP: what breaks is what would break on a real network.
 */
export async function cuttingProxy(origin: string, isTime: (carried: Carried) => boolean) {
  const { hostname, port } = new URL(origin)
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const carried: Carried = { request: '', sent: 0, answered: 0 }
    const cut = () => {
      cuts += 1
      near.resetAndDestroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => void (near.destroy(), far.destroy()))
    }
    near.on('data', (chunk: Buffer) => {
      // A connection may carry one request after the other.
      const [line = ''] = chunk.toString('latin1', 0, 200).split('\r\n')
      if (/^(?:GET|POST) \S+ HTTP/.test(line)) Object.assign(carried, { request: line, sent: 0, answered: 0 })
      carried.sent += chunk.length
      if (isTime(carried)) return cut()
      if (!far.write(chunk)) near.pause()
    })
    far.on('drain', () => near.resume())
    far.on('data', (chunk: Buffer) => {
      carried.answered += chunk.length
      if (isTime(carried)) return cut()
      near.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port: own } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${own}`, cuts: () => cuts }
}

afterAll(() => opened.forEach((close) => close()))
