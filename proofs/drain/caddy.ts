import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { freePort } from '../../server/src/embedded/postgres/free-port.ts'

const shippedFile = fileURLToPath(new URL('../../deploy/compose/Caddyfile', import.meta.url))

export const hasCaddy = () => spawnSync('caddy', ['version']).status === 0

/** Caddy in a process of its own, before the given instances. */
export interface Caddy {
  port: number
  /** Of the portal; viewer hosts are below it. */
  host: string
  stop(): Promise<void>
}

const startTimeoutMs = 10_000

/**
 * The file that `deploy/` ships, as it is: what a deployment sets by environment is set here too. The file around it
 * only closes Caddy's port for commands, of which a machine has one.
 */
export async function startCaddy(folder: string, instances: readonly number[]): Promise<Caddy> {
  const port = await freePort()
  const host = `plinth.localhost:${port}`
  const config = join(folder, 'Caddyfile')
  await writeFile(config, `{\n\tadmin off\n}\nimport ${shippedFile}\n`)
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PORTALS: instances.map((instance) => `127.0.0.1:${instance}`).join(' '),
      PORTAL_ADDRESS: `http://${host}`,
      VIEWER_ADDRESS: `http://*.${host}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const deadline = Date.now() + startTimeoutMs
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Caddy did not start: ${output}`)
    await sleep(20)
  }
  return {
    port,
    host,
    async stop() {
      // Not gracefully: nobody waits for an answer any more.
      child.kill('SIGKILL')
      await ended
    },
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
