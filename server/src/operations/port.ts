import { createServer } from 'node:net'

import type { Config } from '../settings/config.ts'
import { StartupError } from '../shared/startup-error.ts'

type Listener = Pick<Config, 'port' | 'host'>

export function assertPortIsFree(config: Listener): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(explainListenError(error, config)))
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}

/** A StartupError if the error is about the port or the address; otherwise the error itself. */
export function explainListenError(error: unknown, { port, host }: Listener): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} is in use. Stop the program that listens there, or set PORT to another one.`,
    )
  }
  if (code === 'EACCES')
    return new StartupError(`This user may not listen on port ${port}. Set PORT to another one.`)
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new StartupError(`PLINTH_HOST is not an address of this machine: ${host}.`)
  }
  return error
}
