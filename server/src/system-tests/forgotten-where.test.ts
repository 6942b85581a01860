// @module-tag long
import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createApiKey, deleteApiKey } from '@plinth/contract/api-keys.ts'
import { createClient } from '@plinth/contract/client.ts'
import { createInvitation } from '@plinth/contract/invitations.ts'
import { createShareLink } from '@plinth/contract/share-links.ts'
import { updateStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { createWebhook } from '@plinth/contract/webhooks.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { buildApp } from '../app/app.ts'
import { databasesOn, openPool } from '../database/connect.ts'
import type { Database } from '../database/connect.ts'
import { findRequestRole } from '../database/request-role.ts'
import { freePort } from '../embedded/postgres/free-port.ts'
import { aForm } from '../testing/builds.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { aMember, testPortal, tokenOf } from '../testing/test-app.ts'
import { aViewedVersion } from '../testing/viewing.ts'

const log = pino({ level: 'silent' })
const secret = 'Fabrikam’s own'

/** Every condition on an account, as stores write it and as Kysely compiles it. */
const condition = /(?:"?\w+"?\.)?"?account_id"? = (\$\d+)/g

/** Databases whose statements have lost their conditions on an account. */
async function forgetfulDatabases() {
  const { config } = await testPortal()
  const pool = openPool(config.databaseUrl ?? '', log)
  let forgotten = 0
  const forget = (text: string) =>
    text.replaceAll(condition, (_, parameter: string) => {
      forgotten += 1
      return `${parameter}::bigint IS NOT NULL`
    })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (first: unknown, ...rest: unknown[]) => unknown
    const forgetful = (first: string | { text: string }, ...rest: unknown[]) =>
      typeof first === 'string'
        ? query(forget(first), ...rest)
        : query(Object.assign(first, { text: forget(first.text) }), ...rest)
    client.query = forgetful as typeof client.query
  })
  const { db, openRequestDb } = databasesOn(pool, 60_000)
  const bound = openRequestDb(await findRequestRole(db, log))
  return { bound, unbound: db, forgotten: () => forgotten }
}

/** The portal, with this database behind its routes. */
async function portalWith(requestDb: Database) {
  const { services } = await testPortal()
  const port = await freePort()
  const app = await buildApp({ ...services, requestDb })
  await app.listen({ port, host: '127.0.0.1' })
  return { app, port }
}

/** An account with one of everything, named so that it is recognised. */
async function aFullAccount() {
  const owner = await aMember({ role: 'Owner' })
  const { params } = await aViewedVersion(owner)
  const home = { account: owner.account.publicId }
  await owner.call(publishVersion, { params, form: aForm(undefined, { Message: secret }) })
  await owner.call(updateStorybook, { params, body: { title: secret, description: secret } })
  const key = await owner.call(createApiKey, { params: home, body: { name: secret } })
  const invited = { email: 'guest@org.example', displayName: secret }
  const invitation = await owner.call(createInvitation, { params: home, body: invited })
  await owner.call(allowShareLinks, { params: home, body: { allowed: true } })
  const link = { version: params.version, note: secret }
  await owner.call(createShareLink, { params, body: link })
  const receiver = { name: secret, url: 'http://127.0.0.1:9/', format: 'json' as const }
  const webhook = await owner.call(createWebhook, {
    params: home,
    body: { ...receiver, events: ['member.joined'] },
  })
  return { owner, home, params, ids: { webhooks: webhook.id, ApiKeys: key.id, invitations: invitation.id } }
}

test('a forgotten WHERE shows and changes nothing of another account', { timeout: 120_000 }, async () => {
  const fabrikam = await aFullAccount()
  const contoso = await aMember({ role: 'Owner' })
  const account = contoso.account.publicId
  const authorization = `Bearer ${await tokenOf(contoso.person)}`
  const databases = await forgetfulDatabases()
  const guarded = await portalWith(databases.bound)
  const unguarded = await portalWith(databases.unbound)

  /** What the paths of an account answer a member of it, with the ids of another account in them. */
  async function leaksOf(port: number): Promise<string[]> {
    const leaks: string[] = []
    for (const { method, path } of guarded.app.endpoints) {
      if (method !== 'GET' || !path.includes(':account')) continue
      const own = { ...fabrikam.params, account, id: String(idIn(path)), oid: fabrikam.owner.person.objectId }
      const address = path.replaceAll(/:(\w+)/g, (_, name: keyof typeof own) => own[name] ?? 'missing')
      const { text } = await sendRequest(address, { port, headers: { authorization } })
      if (text.includes(secret)) leaks.push(path)
    }
    return leaks
  }
  const idIn = (path: string) =>
    Object.entries(fabrikam.ids).find(([name]) => path.includes(name))?.[1] ?? 'missing'

  const leaks = await leaksOf(unguarded.port)
  expect(leaks.length).toBeGreaterThan(8)
  expect(databases.forgotten()).toBeGreaterThan(20)
  expect(await leaksOf(guarded.port)).toEqual([])

  const deleteTheirs = async (port: number) => {
    const call = createClient({ baseUrl: `http://127.0.0.1:${port}`, headers: () => ({ authorization }) })
    return call(deleteApiKey, { params: { account, id: fabrikam.ids.ApiKeys } })
  }
  await expect(deleteTheirs(guarded.port)).rejects.toMatchObject({ status: 404 })
  await deleteTheirs(unguarded.port)

  await Promise.all([guarded.app.close(), unguarded.app.close()])
  await databases.unbound.destroy()
})
