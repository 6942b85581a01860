import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

export type CommitMoment = 'before' | 'after'

/** As the driver sends it, without parameters. */
const commitQuery = Buffer.from('commit\0')

/** A TCP proxy before a database that a test can cut, stall and point to another server. */
export interface DatabaseProxy {
  url: string
  /** As if the server had died: connections end, new ones are refused. */
  cut(): Promise<void>
  /** As if the network dropped every packet: nothing gets through, and no connection is closed. */
  stall(): void
  /** Connections break at their next COMMIT: before the server receives it, or before its answer arrives. */
  breakAtCommit(moment: CommitMoment): void
  /** As if a router had forgotten the existing connections: they stall, and new ones work. */
  stallConnections(): void
  /** Everything works again, and what was held back arrives. */
  resume(): void
  /** Everything works again over new connections, from now on with this server. */
  restore(url?: string): Promise<void>
  close(): Promise<void>
}

export async function databaseProxy(target: string): Promise<DatabaseProxy> {
  let to = new URL(target)
  let isStalled = false
  let breaksAt: CommitMoment | undefined
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
      if (isStalled) from.pause()
    }
    let isAnswerLost = false
    near.on('data', (chunk) => {
      const isCommit = breaksAt !== undefined && chunk.includes(commitQuery)
      isAnswerLost ||= isCommit
      if (isCommit && breaksAt === 'before') near.destroy()
      else far.write(chunk)
    })
    far.on('data', (chunk) => (isAnswerLost ? near.destroy() : near.write(chunk)))
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
    breakAtCommit: (moment) => void (breaksAt = moment),
    stall: () => {
      isStalled = true
      stallConnections()
    },
    resume: () => {
      isStalled = false
      breaksAt = undefined
      for (const socket of sockets) socket.resume()
    },
    async restore(next = to.href) {
      to = new URL(next)
      await cut()
      isStalled = false
      breaksAt = undefined
      await listen(port)
    },
    close: cut,
  }
}
