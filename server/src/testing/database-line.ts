import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/** The way to a database, which a test can cut, let go silent, and lead to another server. */
export interface DatabaseLine {
  url: string
  /** As if the server had died: connections end, new ones are refused. */
  cut(): Promise<void>
  /** As if the network swallowed everything: nothing arrives any more, and nobody says so. */
  silence(): void
  /** As if a router had lost track of the connections there are: they are silent, and new ones work. */
  forget(): void
  /** Everything works again, and leads to this server from now on. */
  restore(url?: string): Promise<void>
  close(): Promise<void>
}

export async function databaseLine(target: string): Promise<DatabaseLine> {
  let to = new URL(target)
  let isSilent = false
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
      if (isSilent) from.pause()
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

  // What is not read is not answered either, a farewell included.
  const forget = () => {
    for (const socket of sockets) socket.pause()
  }

  const port = await listen(0)
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut,
    forget,
    silence: () => {
      isSilent = true
      forget()
    },
    async restore(next = to.href) {
      to = new URL(next)
      await cut()
      isSilent = false
      await listen(port)
    },
    close: cut,
  }
}
