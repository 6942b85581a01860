import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createClient } from '@plinth/contract/client.ts'
import type { Call } from '@plinth/contract/client.ts'
import type { Role } from '@plinth/contract/roles.ts'
import { pino } from 'pino'

import { connect } from '../server/src/database/connect.ts'
import type { Database } from '../server/src/database/connect.ts'
import { addPerson, personFrom } from '../server/src/embedded/identity/people.ts'
import type { Person } from '../server/src/embedded/identity/people.ts'
import { joinEmbeddedPostgres } from '../server/src/embedded/postgres/embedded-postgres.ts'
import { freePort } from '../server/src/embedded/postgres/free-port.ts'
import { insertAccount } from '../server/src/features/accounts/store.ts'
import { insertMembership } from '../server/src/features/members/store.ts'
import { ensureUser } from '../server/src/identity/store.ts'
import { readConfig } from '../server/src/settings/config.ts'
import { signAccessToken } from '../server/src/testing/access-token.ts'
import { runScript, serverMain, stopProcess, untilReady } from '../server/src/testing/portal-process.ts'

export interface StartOptions {
  /** On top of those that every proof uses. */
  settings?: Record<string, string>
  /** Keep it, to restart a portal at the same address. */
  port?: number
  /** A module that the process and its threads load before anything else. */
  preload?: URL | undefined
}

/** A whole portal in a process of its own, with embedded PostgreSQL unless the settings name a database. */
export interface RunningPortal {
  folder: string
  port: number
  origin: string
  /** The settings it was started with, to start it again. */
  env: Record<string, string>
  child: ChildProcess
  /** How many milliseconds it took until it was ready. */
  startedIn: number
  databaseUrl: string
  output(): string
  hasEnded(): boolean
  /** Without a chance to finish anything. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export async function startPortal(
  folder: string,
  { settings = {}, port, preload }: StartOptions = {},
): Promise<RunningPortal> {
  const listened = port ?? (await freePort())
  const env = {
    PORT: String(listened),
    PLINTH_HOST: '127.0.0.1',
    PLINTH_DATA: join(folder, 'data'),
    PLINTH_LOG_FILE: join(folder, 'portal.log'),
    PLINTH_DEMO: 'false',
    PLINTH_ADMINS: operatorEmail,
    // All requests of a proof come from one address.
    PLINTH_RATE_PER_CALLER: '10000000',
    PLINTH_RATE_PER_ADDRESS: '10000000',
    PLINTH_RATE_PER_ADDRESS_FILES: '10000000',
    ...settings,
  }
  const running = runScript(serverMain, { env, preload })
  const startedIn = await untilReady(running, listened)
  const { child, ended, output } = running
  return {
    folder,
    port: listened,
    origin: `http://127.0.0.1:${listened}`,
    env,
    child,
    startedIn,
    databaseUrl: settings['DATABASE_URL'] ?? (await embeddedUrl(folder)),
    output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    stop: () => stopProcess(child),
  }
}

async function embeddedUrl(folder: string): Promise<string> {
  const { url } = await joinEmbeddedPostgres(join(folder, 'data/postgres'))
  return url
}

/** Kills the embedded PostgreSQL of a portal as a crash of the machine would, with all its processes. */
export async function killEmbeddedPostgres(folder: string): Promise<void> {
  for (const pid of await embeddedPostgresProcesses(folder)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** The server, and what it has started. */
export async function embeddedPostgresProcesses(folder: string): Promise<number[]> {
  const pidFile = join(folder, 'data/postgres/cluster/postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
  return [pid, ...children.filter(Boolean).map(Number)]
}

/** Resident memory in bytes. */
export async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}

const operatorEmail = 'operator@plinth.example'

/** Direct access to a portal's database, for set-up and for looking at what is really stored. */
export interface Inside {
  db: Database
  anAccount(name?: string): Promise<ProvenAccount>
  /** A new person, with a membership if an account is given. */
  aPerson(account?: ProvenAccount, role?: Role): Promise<Member>
  /** The platform administrator. */
  operator(): Promise<Member>
  close(): Promise<void>
}

export interface ProvenAccount {
  id: number
  publicId: string
}

export interface Member {
  person: Person
  token: string
  call: Call
}

export function openInside({
  databaseUrl,
  env,
  origin,
}: Pick<RunningPortal, 'databaseUrl' | 'env' | 'origin'>): Inside {
  const db = connect(databaseUrl, pino({ level: 'silent' }))
  const config = readConfig(env)
  let people = 0
  const memberOf = async (person: Person): Promise<Member> => {
    const token = await signAccessToken(db, config, person, { exp: Math.floor(Date.now() / 1000) + 86_400 })
    const call = createClient({ baseUrl: origin, headers: () => ({ authorization: `Bearer ${token}` }) })
    return { person, token, call }
  }
  return {
    db,
    async anAccount(name = 'An account') {
      const { id, public_id: publicId } = await insertAccount(db, name, null)
      return { id, publicId }
    },
    async aPerson(account, role = 'Owner') {
      people += 1
      const email = `person${people}-${Date.now()}@org${people}.example`
      const person = await addPerson(db, personFrom(email, `Person ${people}`))
      if (account) await insertMembership(db, account.id, await ensureUser(db, person), role)
      return memberOf(person)
    },
    operator: async () =>
      memberOf(await addPerson(db, personFrom(operatorEmail, 'Petra Operator', 'Plinth'))),
    close: () => db.destroy(),
  }
}

/** Waits for the process to end by itself. */
export async function untilEnded({ child }: RunningPortal): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
