import { createServer } from 'node:net'

/**
 * Below the ephemeral ports, and with another start for each process, so that no other process takes the port before it is
 * used. Above 10080, which browsers and fetch refuse.
 */
let next = 11_000 + ((process.pid * 97) % 20_000)

/** A loopback port that is not in use. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next++
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
