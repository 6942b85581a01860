import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { freePort } from '../../embedded/postgres/free-port.ts'
import { unprivileged } from '../../embedded/postgres/unprivileged.ts'
import { binariesOf } from './binaries.ts'
import { run } from './run-program.ts'

export interface TestServer {
  url: string
  stop(): Promise<void>
}

/** A PostgreSQL of this major version on loopback, without passwords or durability. */
export async function startPostgres(major: string, folder: string): Promise<TestServer> {
  const { initdb, postgres } = await binariesOf(major)
  const as = unprivileged()
  const cluster = join(folder, `postgres-${major}`)
  await as.own(folder)
  const set = ['--username=plinth', '--auth=trust', '--encoding=UTF8', '--locale=C']
  await run(...as.command(initdb, [`--pgdata=${cluster}`, ...set]))
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`]
  const speed = ['max_connections=120', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const flags = [...settings, ...speed].flatMap((setting) => ['-c', setting])
  const child = spawn(...as.command(postgres, ['-D', cluster, ...flags]), { stdio: 'ignore', cwd: '/' })
  const url = `postgresql://plinth@127.0.0.1:${port}/postgres`
  await untilAnswering(url, child)
  return { url, stop: () => end(child, 'SIGINT') }
}

/** PgBouncer in transaction mode in front of that server, for any of its databases. */
export async function startPgBouncer(server: TestServer, folder: string): Promise<TestServer> {
  const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((path) =>
    existsSync(path),
  )
  if (!program) throw new Error('PgBouncer is not installed: apt-get install pgbouncer (Debian and Ubuntu).')
  const as = unprivileged()
  const own = join(folder, 'pgbouncer')
  await mkdir(own)
  await as.own(own)
  const port = await freePort()
  const config = join(own, 'pgbouncer.ini')
  await writeFile(
    config,
    `[databases]
* = host=127.0.0.1 port=${new URL(server.url).port} user=plinth
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 1000
server_idle_timeout = 5
`,
  )
  const child = spawn(...as.command(program, ['-q', config]), { stdio: 'ignore', cwd: '/' })
  const url = `postgresql://plinth@127.0.0.1:${port}/postgres`
  await untilAnswering(url, child)
  return { url, stop: () => end(child, 'SIGTERM') }
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server at ${url} ended at once`)
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch {
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
