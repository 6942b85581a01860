import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { StartupError } from '../../shared/startup-error.ts'
import { syncFolder } from '../../shared/sync-folder.ts'
import { findPostgresBinaries } from './binaries.ts'
import { freePort } from './free-port.ts'
import { isAlive, isPostgres, readPidFile, stopServer } from './server-process.ts'
import type { PidFile } from './server-process.ts'
import { unprivileged } from './unprivileged.ts'

export interface EmbeddedPostgres {
  url: string
  /** Settles when the server ends unexpectedly. */
  lost: Promise<void>
  stop(): Promise<void>
  /** Ends it at once, for a process that cannot wait; the next start recovers. */
  kill(): void
}

interface Options {
  /** Tests give up durability for speed; nothing else may. */
  durable?: boolean
}

const forTests = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // For several portals at once.
  max_connections: '200',
}

const user = 'plinth'
const database = 'plinth'
const ownerLock = 7_015_461

/**
 * Runs PostgreSQL on loopback, with its files under `folder` and a generated password. A server that a killed portal left
 * running is reused. A connection holds a lock while this portal runs, so that no second one uses the same folder.
 */
export async function startEmbeddedPostgres(
  folder: string,
  { durable = true }: Options = {},
): Promise<EmbeddedPostgres> {
  const cluster = join(folder, 'cluster')
  const password = await initialise(folder, cluster)
  const running = await findRunning(cluster, password)
  const port = running?.port ?? (await launch(folder, cluster, password, durable))
  const url = addressOf(port, password, database)
  const guard = await lockFolder(port, password).catch(async (error: unknown) => {
    if (!running) await stopServer(cluster)
    throw error
  })
  await createDatabase(guard).catch(async (error: unknown) => {
    await guard.end()
    await stopServer(cluster)
    throw error
  })
  const stopping = new AbortController()
  const lost = new Promise<void>((resolve) => {
    guard.once('end', () => !stopping.signal.aborted && resolve())
  })
  const server = await readPidFile(cluster)
  return {
    url,
    lost,
    kill: () => void (server && isAlive(server.pid) && process.kill(server.pid, 'SIGQUIT')),
    async stop() {
      stopping.abort()
      await guard.end()
      await stopServer(cluster)
    },
  }
}

/** For commands: uses the running server, or starts one until the command is done. */
export async function joinEmbeddedPostgres(folder: string): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const cluster = join(folder, 'cluster')
  if (existsSync(cluster)) {
    const password = await initialise(folder, cluster)
    const running = await findRunning(cluster, password)
    if (running) return { url: addressOf(running.port, password, database), stop: async () => {} }
  }
  return startEmbeddedPostgres(folder)
}

const addressOf = (port: number, password: string, name: string) =>
  `postgresql://${user}:${password}@127.0.0.1:${port}/${name}`

/** Creates the cluster under another name and renames it, so that an incomplete one is never used. */
async function initialise(folder: string, cluster: string): Promise<string> {
  const passwordFile = join(folder, 'password')
  if (existsSync(cluster)) return (await readFile(passwordFile, 'utf8')).trim()
  const as = unprivileged()
  const draft = join(folder, 'cluster.new')
  await mkdir(folder, { recursive: true })
  await rm(draft, { recursive: true, force: true })
  await as.own(folder)
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flush: true })
  await chmod(passwordFile, 0o600)
  const { initdb } = await findPostgresBinaries()
  await run(
    ...as.command(initdb, [
      `--pgdata=${draft}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ]),
  )
  await rename(draft, cluster)
  // Without the password, or the name, a loss of power would leave a cluster that cannot be used.
  await syncFolder(folder)
  return password
}

function run(file: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (cause) =>
      reject(new StartupError(`${file} could not be run: ${cause.message}.`, { cause })),
    )
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new StartupError(`The embedded PostgreSQL could not be set up: ${lastLine(output)}`))
    })
  })
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''

/** The server that an earlier portal left running, once it answers. */
async function findRunning(cluster: string, password: string): Promise<PidFile | undefined> {
  const found = await readPidFile(cluster)
  if (!found) return undefined
  const isRunning = async () => isAlive(found.pid) && (await isPostgres(found.pid))
  if ((await isRunning()) && (await answers(found.port, password, () => isAlive(found.pid)))) return found
  if (!(await isRunning())) {
    // Left by a crash of the machine. Another program may have that process id now.
    await rm(join(cluster, 'postmaster.pid'), { force: true })
  }
  return undefined
}

/** Whether the server accepts our password, waiting while it starts or recovers. */
async function answers(port: number, password: string, keepWaiting: () => boolean): Promise<boolean> {
  const deadline = Date.now() + 60_000
  while (keepWaiting() && Date.now() < deadline) {
    const client = new Client({ connectionString: addressOf(port, password, 'postgres') })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const isStarting = code === '57P03' || code === 'ECONNREFUSED' || code === 'ECONNRESET'
      if (!isStarting) return false
      await sleep(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return false
}

async function launch(folder: string, cluster: string, password: string, durable: boolean): Promise<number> {
  const { postgres } = await findPostgresBinaries()
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '60',
    shared_buffers: '32MB',
    ...(durable ? {} : forTests),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logPath = join(folder, 'postgres.log')
  const log = await open(logPath, 'a', 0o600)
  // In its own session, so that Ctrl+C reaches only the portal, which then stops it cleanly.
  const child = spawn(...unprivileged().command(postgres, ['-D', cluster, ...flags]), {
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
    cwd: '/',
  })
  let ended = false
  child.once('exit', () => (ended = true))
  child.once('error', () => (ended = true))
  child.unref()
  await log.close()
  if (await answers(port, password, () => !ended)) return port
  if (!ended) await stopServer(cluster)
  throw new StartupError(
    `The embedded PostgreSQL does not start: ${lastLine(await readFile(logPath, 'utf8'))} (full log: ${logPath})`,
  )
}

/** The lock ends with its connection, so a killed portal releases it a moment later. */
async function lockFolder(port: number, password: string): Promise<Client> {
  const client = new Client({ connectionString: addressOf(port, password, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  const deadline = Date.now() + 3_000
  while (Date.now() < deadline) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      ownerLock,
    ])
    if (rows[0]?.locked) return client
    await sleep(50)
  }
  await client.end()
  throw new StartupError(
    'Another Plinth is already running on this data folder. Stop it, or set PLINTH_DATA.',
  )
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
  if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`)
}
