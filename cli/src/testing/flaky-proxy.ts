import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

import { afterTestFile } from '@plinth/server/src/testing/clean-up.ts'

/** The bytes a connection has carried for its latest request. */
interface Traffic {
  request: string
  sentBytes: number
  receivedBytes: number
}

/**
 * A proxy between the program and the portal that breaks a connection when `shouldBreak` returns true. It forwards bytes
 * and not HTTP messages, so that connections break as on a real network.
 */
export async function startFlakyProxy(origin: string, shouldBreak: (traffic: Traffic) => boolean) {
  const { hostname, port } = new URL(origin)
  const sockets = new Set<Socket>()
  let breaks = 0
  const server = createServer((client) => {
    const portal = connect(Number(port), hostname)
    const traffic: Traffic = { request: '', sentBytes: 0, receivedBytes: 0 }
    const breakConnection = () => {
      breaks += 1
      client.resetAndDestroy()
      portal.destroy()
    }
    for (const socket of [client, portal]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => void (client.destroy(), portal.destroy()))
    }
    client.on('data', (chunk: Buffer) => {
      // A connection may carry one request after the other.
      const [line = ''] = chunk.toString('latin1', 0, 200).split('\r\n')
      if (/^(?:GET|POST) \S+ HTTP/.test(line))
        Object.assign(traffic, { request: line, sentBytes: 0, receivedBytes: 0 })
      traffic.sentBytes += chunk.length
      if (shouldBreak(traffic)) return breakConnection()
      if (!portal.write(chunk)) client.pause()
    })
    portal.on('drain', () => client.resume())
    portal.on('data', (chunk: Buffer) => {
      traffic.receivedBytes += chunk.length
      if (shouldBreak(traffic)) return breakConnection()
      client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTestFile(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port: proxyPort } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${proxyPort}`, breaks: () => breaks }
}
