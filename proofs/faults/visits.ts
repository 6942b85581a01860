import { createApiKey, deleteApiKey, NewApiKey } from '@plinth/contract/api-keys.ts'
import { addressOf } from '@plinth/contract/client.ts'
import type { AnyEndpoint } from '@plinth/contract/endpoint.ts'
import { createInvitation, Invitation } from '@plinth/contract/invitations.ts'
import { search } from '@plinth/contract/search.ts'
import { listVersions, publishVersion, PublishedStorybook } from '@plinth/contract/versions.ts'
import { getStorybookFile, OpenedVersion, refreshViewerSession } from '@plinth/contract/viewer.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'

import type { Random } from '../random.ts'
import { sha256Of } from './customer.ts'
import type { Customer, PublishedBuild } from './customer.ts'
import { send } from './send.ts'
import type { Answer, Sent } from './send.ts'

/** What somebody did, and how it ended. */
export interface Visit {
  name: string
  /** The one that decided. */
  answer: Answer
  isOnViewerHost: boolean
  /** Only downloads may be cut off. */
  isDownload: boolean
  isSuccess: boolean
  /** What the portal claimed, though it is not so. */
  lie?: string
}

type Outcome = Omit<Visit, 'name'>

const outcome = (answer: Answer, status: number, more: Partial<Outcome> = {}): Outcome => ({
  answer,
  isOnViewerHost: false,
  isDownload: false,
  isSuccess: answer.status === status && answer.failure === undefined,
  ...more,
})

function call(
  customer: Customer,
  endpoint: AnyEndpoint,
  { params = {}, query = {}, ...sent }: Sent & { params?: object; query?: Record<string, unknown> } = {},
): Promise<Answer> {
  const home = { account: customer.account.publicId, storybook: customer.storybook }
  const path = addressOf(endpoint, { ...home, ...params }, query)
  const { headers, ...rest } = sent
  const credentials = headers?.['x-api-key'] ? {} : { authorization: `Bearer ${customer.owner.token}` }
  return send(customer.port, path, {
    method: endpoint.method,
    ...rest,
    headers: { ...credentials, ...headers },
  })
}

const json = (value: unknown): Sent => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const jsonOf = ({ bytes }: Answer): unknown => JSON.parse(bytes.toString())

export async function publish(
  customer: Customer,
  { label, idempotencyKey, isChunked }: { label: string; idempotencyKey: string; isChunked: boolean },
): Promise<Outcome> {
  const { zip } = customer.buildOf(label)
  const boundary = 'a-boundary'
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="Message"\r\n\r\n${label}\r\n` +
        `--${boundary}\r\ncontent-disposition: form-data; name="File"; filename="build.zip"\r\n\r\n`,
    ),
    zip,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await call(customer, publishVersion, {
    body,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'idempotency-key': idempotencyKey,
      // Without a length, the portal cannot refuse an upload before it is received.
      ...(isChunked ? { 'transfer-encoding': 'chunked' } : {}),
    },
  })
  const ended = outcome(answer, 201)
  if (ended.isSuccess) {
    const { versionPublicId: version } = PublishedStorybook.parse(jsonOf(answer))
    customer.published.push({ version, label, sha256: sha256Of(zip) })
  } else customer.unsettled.push({ label, idempotencyKey })
  return ended
}

function fileOutcome(answer: Answer, expected: Buffer, isOnViewerHost: boolean): Outcome {
  const ended = outcome(answer, 200, { isOnViewerHost, isDownload: true })
  if (!ended.isSuccess || answer.bytes.equals(expected)) return ended
  return { ...ended, lie: `${answer.bytes.length} bytes that differ from the ${expected.length} published` }
}

const recent = <T>(all: readonly T[]): readonly T[] => all.slice(-10)

const someFile = (customer: Customer, { label }: PublishedBuild, random: Random) =>
  random.pick(Object.entries(customer.buildOf(label).files))

export async function readFile(
  customer: Customer,
  build: PublishedBuild,
  [path, expected]: readonly [string, Buffer],
): Promise<Outcome> {
  const answer = await call(customer, getStorybookFile, { params: { version: build.version, '*': path } })
  return fileOutcome(answer, expected, false)
}

async function viewFile(
  customer: Customer,
  { version, cookie }: Customer['sessions'][number],
  [path, expected]: readonly [string, Buffer],
): Promise<Outcome> {
  const host = customer.hostOf(version.version)
  const answer = await send(customer.port, `/${path}`, { host, headers: { cookie } })
  return fileOutcome(answer, expected, true)
}

async function openSession(customer: Customer, version: PublishedBuild): Promise<Outcome> {
  const params = { version: version.version }
  const asked = outcome(await call(customer, refreshViewerSession, { params }), 200)
  if (!asked.isSuccess) return asked
  const { ticket } = OpenedVersion.parse(jsonOf(asked.answer))
  const exchanged = await send(customer.port, '/.plinth/session', {
    host: customer.hostOf(version.version),
    method: 'POST',
    headers: { origin: customer.portalOrigin, 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  })
  const ended = outcome(exchanged, 204, { isOnViewerHost: true })
  const cookie = exchanged.headers['set-cookie']?.[0]?.split(';')[0]
  if (ended.isSuccess && cookie !== undefined) customer.sessions.push({ version, cookie })
  return ended
}

async function list(customer: Customer): Promise<Outcome> {
  const newest = customer.published.at(-1)
  const answer = await call(customer, listVersions, { query: { limit: 100 } })
  const ended = outcome(answer, 200)
  if (!ended.isSuccess || !newest) return ended
  const listed = listVersions.reply.parse(jsonOf(answer))
  const isListed = listed.some(({ publicId }) => publicId === newest.version)
  return isListed ? ended : { ...ended, lie: `a list without version ${newest.version}, just published` }
}

async function find(customer: Customer): Promise<Outcome> {
  const answer = await call(customer, search, { query: { q: 'button' } })
  const ended = outcome(answer, 200)
  if (ended.isSuccess) search.reply.parse(jsonOf(answer))
  return ended
}

async function invite(customer: Customer, label: string): Promise<Outcome> {
  const person = { email: `${label}@invited.example`, displayName: label, role: 'User' }
  const answer = await call(customer, createInvitation, json(person))
  const ended = outcome(answer, 201)
  if (ended.isSuccess) customer.invitations.push(Invitation.parse(jsonOf(answer)).id)
  return ended
}

async function createKey(customer: Customer, label: string): Promise<Outcome> {
  const answer = await call(customer, createApiKey, json({ name: label }))
  const ended = outcome(answer, 201)
  if (ended.isSuccess) customer.keys.push(NewApiKey.parse(jsonOf(answer)))
  return ended
}

export async function useKey(customer: Customer, key: string): Promise<Outcome> {
  return outcome(await call(customer, getWhoami, { headers: { 'x-api-key': key } }), 200)
}

async function deleteKey(customer: Customer): Promise<Outcome> {
  const [key, ...others] = customer.keys
  if (!key || others.length === 0) return list(customer)
  customer.keys = others
  const answer = await call(customer, deleteApiKey, { params: { id: key.id } })
  const ended = outcome(answer, 204)
  if (ended.isSuccess) customer.deletedKeys.push(key.key)
  return ended
}

type Visiting = (customer: Customer, random: Random, label: string) => Promise<Outcome>

/** Everything that people do here. */
export const visits: Record<string, Visiting> = {
  publish: (customer, random, label) =>
    publish(customer, { label, idempotencyKey: `key-${label}`, isChunked: random.chance(0.5) }),
  'read a file': (customer, random) => {
    const build = random.pick(recent(customer.published))
    return readFile(customer, build, someFile(customer, build, random))
  },
  'view a file': (customer, random) => {
    const session = random.pick(recent(customer.sessions))
    return viewFile(customer, session, someFile(customer, session.version, random))
  },
  'open a session': (customer, random) => openSession(customer, random.pick(recent(customer.published))),
  list,
  search: find,
  invite: (customer, _random, label) => invite(customer, label),
  'create a key': (customer, _random, label) => createKey(customer, label),
  'use a key': async (customer, random) => {
    const key = random.pick(recent(customer.keys))
    const ended = await useKey(customer, key.key)
    // Somebody may have deleted it meanwhile.
    const isDeleted = ended.answer.status === 401 && !customer.keys.includes(key)
    return { ...ended, isSuccess: ended.isSuccess || isDeleted }
  },
  'delete a key': deleteKey,
  ready: async ({ port }) => outcome(await send(port, '/ready'), 200),
}

export async function visit(name: string, customer: Customer, random: Random, label: string): Promise<Visit> {
  const visiting = visits[name]
  if (!visiting) throw new Error(`there is no visit ${name}`)
  return { name, ...(await visiting(customer, random, label)) }
}
