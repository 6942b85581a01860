import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A TCP proxy before a database that a test can cut, stall and point to another server. */
export interface DatabaseProxy {
  url: string
  /** As if the server had died: connections end, new ones are refused. */
  cut(): Promise<void>
  /** As if the network dropped every packet: nothing gets through, and no connection is closed. */
  stall(): void
  /** As if a router had forgotten the existing connections: they stall, and new ones work. */
  stallConnections(): void
  /** Everything works again, from now on with this server. */
  restore(url?: string): Promise<void>
  close(): Promise<void>
}

export async function databaseProxy(target: string): Promise<DatabaseProxy> {
  let to = new URL(target)
  let isStalled = false
  const sockets = new Set<Socket>()
  const open = new Set<Server>()

  const accept = (near: Socket) => {
    const far = connect(Number(to.port), to.hostname)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => into.destroy())
      from.once('close', () => {
        sockets.delete(from)
        into.destroy()
      })
      from.on('data', (chunk) => into.write(chunk))
      if (isStalled) from.pause()
    }
  }

  const listen = async (port: number) => {
    const server = createServer(accept)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    open.add(server)
    return (server.address() as AddressInfo).port
  }

  const cut = async () => {
    for (const socket of sockets) socket.destroy()
    await Promise.all([...open].map((server) => new Promise((resolve) => server.close(resolve))))
    open.clear()
  }

  // Data that is not read is not forwarded, and neither is the end of a connection.
  const stallConnections = () => {
    for (const socket of sockets) socket.pause()
  }

  const port = await listen(0)
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut,
    stallConnections,
    stall: () => {
      isStalled = true
      stallConnections()
    },
    async restore(next = to.href) {
      to = new URL(next)
      await cut()
      isStalled = false
      await listen(port)
    },
    close: cut,
  }
}
