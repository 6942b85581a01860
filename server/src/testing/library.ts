import { randomBytes, randomUUID } from 'node:crypto'

import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { inject } from 'vitest'

import type { Person } from '../embedded/identity/people.ts'
import { aStorybookZip } from './builds.ts'
import { onDatabase, urlOfDatabase } from './postgres-for-tests.ts'
import { aMember, callAs, testPortal, tokenOf } from './test-app.ts'

export interface Library {
  person: Person
  account: string
  storybook: string
  versions: string[]
}

const photoBytes = 300_000

/** An account with versions large enough that copying them takes a while. */
export async function aLibrary(count: number): Promise<Library> {
  const { call, account, person } = await aMember()
  const params = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params, body: { title: 'Kept' } })
  const library = { person, account: account.publicId, storybook, versions: [] }
  for (let i = 0; i < count; i++) await addVersion(library)
  return library
}

export async function addVersion({ person, account, storybook, versions }: Library): Promise<void> {
  const call = await callAs(person)
  const form = new FormData()
  const zip = aStorybookZip({ files: { 'assets/photo.bin': randomBytes(photoBytes) } })
  form.set('File', new File([new Uint8Array(zip)], 'build.zip'))
  const { versionPublicId } = await call(publishVersion, { params: { account, storybook }, form })
  versions.push(versionPublicId)
}

/** The status of a request for a file that is too large for the memory cache; 0 if it is incomplete. */
export async function view({ person, storybook }: Library, version: string): Promise<number> {
  const { origin } = await testPortal()
  const headers = { authorization: `Bearer ${await tokenOf(person)}` }
  const url = `${origin}/api/v1/StorybookFiles/${storybook}/${version}/assets/photo.bin`
  const answer = await fetch(url, { headers })
  const body = await answer.arrayBuffer()
  return answer.status === 200 && body.byteLength !== photoBytes ? 0 : answer.status
}

/** The settings with which a command uses the running portal's database and data. */
export async function settingsOfPortal() {
  const { config, folder } = await testPortal()
  return { DATABASE_URL: config.databaseUrl ?? '', PLINTH_DATA: folder }
}

export async function anEmptyDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await onDatabase(server, (db) => sql.raw(`CREATE DATABASE ${name}`).execute(db))
  return urlOfDatabase(server, name)
}
