import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createClient } from '@plinth/contract/client.ts'
import type { Call } from '@plinth/contract/client.ts'
import { pino } from 'pino'

import { connect } from '../server/src/database/connect.ts'
import type { Database } from '../server/src/database/connect.ts'
import { personFrom } from '../server/src/embedded/identity/people.ts'
import type { Person } from '../server/src/embedded/identity/people.ts'
import { insertAccount } from '../server/src/features/accounts/store.ts'
import { insertMembership } from '../server/src/features/members/store.ts'
import { ensureUser } from '../server/src/identity/store.ts'
import { readConfig } from '../server/src/settings/config.ts'
import { signAccessToken } from '../server/src/testing/access-token.ts'
import { data, port } from './where.ts'

/** A person of a team, with an API client to set things up without the pages. */
export interface Colleague extends Person {
  call: Call
  token: string
}

export interface Team {
  account: { id: number; publicId: string; name: string }
  /** Its only member, unless more were asked for. */
  ada: Colleague
  /** The other member of a team of two. */
  ben: Colleague
}

/** A new, empty account that no other test uses. */
export async function aTeam({ size = 1 }: { size?: 1 | 2 } = {}): Promise<Team> {
  const name = `Team ${randomUUID().slice(0, 8)}`
  const domain = `${name.toLowerCase().replace(' ', '-')}.example`
  const people = { ada: personFrom(`ada@${domain}`, 'Ada'), ben: personFrom(`ben@${domain}`, 'Ben') }
  return onDatabase(async (db) => {
    const { id, public_id: publicId } = await insertAccount(db, name, null)
    for (const person of Object.values(people).slice(0, size)) {
      await insertMembership(db, id, await ensureUser(db, person), 'Owner')
    }
    const account = { id, publicId, name }
    return { account, ada: await asColleague(db, people.ada), ben: await asColleague(db, people.ben) }
  })
}

export async function asColleague(db: Database, person: Person): Promise<Colleague> {
  const token = await signAccessToken(db, readConfig({ PORT: port }), person)
  const headers = () => ({ authorization: `Bearer ${token}` })
  return { ...person, token, call: createClient({ baseUrl: `http://127.0.0.1:${port}`, headers }) }
}

/** The database of the portal under test. */
export async function databaseUrl(): Promise<string> {
  const folder = join(data, 'postgres')
  const password = await readFile(join(folder, 'password'), 'utf8')
  const server = await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8')
  return `postgresql://plinth:${password.trim()}@127.0.0.1:${server.split('\n')[3]}/plinth`
}

export async function onDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(await databaseUrl(), pino({ level: 'silent' }))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
