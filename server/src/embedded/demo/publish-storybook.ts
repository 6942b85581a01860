import { existsSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { fileURLToPath } from 'node:url'

import { isOwner } from '@plinth/contract/roles.ts'
import { sql } from 'kysely'
import type { Logger } from 'pino'

import type { Archives } from '../../blobs/open-blobs.ts'
import type { Database } from '../../database/connect.ts'
import { listAccountsOfUser } from '../../features/accounts/store.ts'
import { hasEntryBy, record } from '../../features/audit/store.ts'
import type { ContentsReader } from '../../features/contents/contents-reader.ts'
import type { UploadRoom } from '../../features/storage/upload-room.ts'
import { insertStorybook } from '../../features/storybooks/store.ts'
import { publishVersion } from '../../features/versions/publish-version.ts'
import type { Publishing } from '../../features/versions/publish-version.ts'
import { system } from '../../http/actor.ts'
import { ensureUser } from '../../identity/store.ts'
import type { User } from '../../identity/store.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import type { Config } from '../../settings/config.ts'
import { findPerson } from '../identity/people.ts'
import { demoPeople } from './seed.ts'

/** Where the setup puts the zips of the portal's own Storybook. */
const builds = fileURLToPath(new URL('../../../../web/.storybook/dist/', import.meta.url))

const draft = {
  title: 'Plinth components',
  description: 'What this portal is made of: every part of it in the states it can be in, light and dark.',
}

/** Oldest first. */
const versions = [
  { zip: 'early.zip', message: 'The shell: header, pages, dialogs and tables' },
  { zip: 'whole.zip', message: 'All parts of the portal: storybooks, versions, viewer, members, settings' },
]

/**
 * Publishes the portal's own Storybook to the demo account, as its Owner would. Only once, so that it is not restored
 * when somebody deletes or renames it. Returns whether it was published.
 */
export async function publishDemoStorybook(
  services: {
    db: Database
    blobs: Archives
    config: Config
    metrics: Metrics
    uploadRoom: UploadRoom
    contents: ContentsReader
    log: Logger
  },
  folder = builds,
): Promise<boolean> {
  if (!versions.every(({ zip }) => existsSync(join(folder, zip)))) return false
  const target = await services.db.transaction().execute(createOnce)
  if (!target) return false
  for (const { zip, message } of versions) {
    const publisher = {
      accountId: target.accountId,
      caller: { kind: 'user', user: target.owner } as const,
      actor: system,
      storybookPublicId: target.storybookPublicId,
      idempotencyKey: undefined,
    }
    const upload = await createForm(join(folder, zip), message)
    // Without a limit, because there are no other uploads yet.
    const unlimited = {
      signal: new AbortController().signal,
      runInSlot: (work) => work(),
    } satisfies Publishing
    await publishVersion(services, publisher, upload, unlimited)
  }
  return true
}

/** The audit log shows whether it was ever created, since entries are never deleted. */
async function createOnce(trx: Database) {
  await sql`LOCK TABLE identity_people IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
  const found = await findDemoAccount(trx)
  if (!found) return undefined
  const { owner, accountId } = found
  if (await hasEntryBy(trx, 'system', { action: 'storybook.created', accountId })) return undefined
  const storybookPublicId = await insertStorybook(trx, accountId, draft)
  await record(trx, system, {
    action: 'storybook.created',
    subject: draft.title,
    accountId,
    about: { storybook: storybookPublicId },
  })
  return { owner, accountId, storybookPublicId }
}

async function findDemoAccount(trx: Database): Promise<{ owner: User; accountId: number } | undefined> {
  const [person] = demoPeople
  if (!person || !(await findPerson(trx, person.objectId))) return undefined
  const owner = { ...person, id: await ensureUser(trx, person), roles: [] }
  const accounts = await listAccountsOfUser(trx, owner.id)
  const account = accounts.filter(({ role }) => isOwner(role)).toSorted((one, other) => one.id - other.id)[0]
  return account && { owner, accountId: account.id }
}

/** The form a browser would send. */
async function createForm(zip: string, message: string) {
  const form = new FormData()
  form.set('Message', message)
  form.set('Branch', 'main')
  form.set('File', await openAsBlob(zip), 'storybook.zip')
  const { body, headers } = new Response(form)
  return Object.assign(Readable.fromWeb(body as ReadableStream), { headers: Object.fromEntries(headers) })
}
