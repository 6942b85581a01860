import { createApiKey } from '@plinth/contract/api-keys.ts'
import { addressOf } from '@plinth/contract/client.ts'
import { callMcp } from '@plinth/contract/mcp.ts'
import { search } from '@plinth/contract/search.ts'
import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { listVersions, publishVersion, PublishedStorybook } from '@plinth/contract/versions.ts'
import { OpenedVersion, refreshViewerSession } from '@plinth/contract/viewer.ts'

import type { Inside, Member, ProvenAccount } from '../portal.ts'
import type { Random } from '../random.ts'
import { knownBuild } from './build.ts'
import type { KnownBuild } from './build.ts'
import { expectStatus, jsonOf, WrongAnswer } from './send.ts'
import type { Outgoing, Send } from './send.ts'

/** Where requests go, which need not be an instance itself. */
export interface Entrance {
  port: number
  /** The public address's host, which is in the Host header. */
  host: string
}

/** Something a visitor does: one request or a few. Throws if an answer is not exactly what it should be. */
export type Action = (send: Send) => Promise<void>

/** A member of an account of their own, with a version whose every byte is known. */
export interface Visitor {
  account: ProvenAccount
  member: Member
  storybook: string
  version: string
  build: KnownBuild
  /** What a read-only key of the account may use. */
  key: string
  /** Versions whose publishing was acknowledged, with the label in their scripts. */
  published: Map<string, string>
  actions: Record<
    'list' | 'search' | 'mcp' | 'view' | 'range' | 'open' | 'download' | 'publish' | 'slowPublish',
    Action
  >
}

export interface VisitorOptions {
  random: Random
  /** How large the file is that is downloaded slowly. */
  mediaBytes?: number
  /** How many bytes a second of it are read. */
  readingRate?: number
  /** How long a slow upload takes. */
  sendingMs?: number
}

const MiB = 1024 * 1024

export async function aVisitor(
  inside: Inside,
  { port, host }: Entrance,
  send: Send,
  { random, mediaBytes = MiB, readingRate = 4 * MiB, sendingMs = 3000 }: VisitorOptions,
): Promise<Visitor> {
  const account = await inside.anAccount()
  const member = await inside.aPerson(account)
  const home = { account: account.publicId }
  const { publicId: storybook } = await member.call(createStorybook, {
    params: home,
    body: { title: 'Watched' },
  })
  const { key } = await member.call(createApiKey, {
    params: home,
    body: { name: 'An agent', scope: 'read' },
  })
  const build = knownBuild('watched', mediaBytes)
  const params = { ...home, storybook }
  const published = new Map<string, string>()
  const authorization = { authorization: `Bearer ${member.token}` }
  const toPortal = (more: Omit<Outgoing, 'port' | 'host'>): Outgoing => ({
    port,
    host,
    ...more,
    headers: { ...authorization, ...more.headers },
  })

  async function publish(label: string, zip: Buffer, via: Send, sending?: number): Promise<string> {
    const outgoing = toPortal({
      method: 'POST',
      path: addressOf(publishVersion, params),
      headers: { 'content-type': formType },
      body: formOf(zip, label),
      ...(sending === undefined ? {} : { sendingMs: sending }),
    })
    const { versionPublicId } = PublishedStorybook.parse(
      jsonOf(expectStatus(201, outgoing, await via(outgoing))),
    )
    published.set(versionPublicId, label)
    return versionPublicId
  }

  const version = await publish('watched', build.zip, send)

  async function openViewer(via: Send): Promise<{ host: string; cookie: string }> {
    const asked = toPortal({ method: 'POST', path: addressOf(refreshViewerSession, { ...params, version }) })
    const { ticket, ticketUrl } = OpenedVersion.parse(jsonOf(expectStatus(200, asked, await via(asked))))
    const viewerHost = new URL(ticketUrl).host
    const exchange: Outgoing = {
      port,
      host: viewerHost,
      method: 'POST',
      path: new URL(ticketUrl).pathname,
      headers: { origin: `http://${host}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ticket }),
    }
    const { headers } = expectStatus(204, exchange, await via(exchange))
    return { host: viewerHost, cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
  }
  let viewer = await openViewer(send)

  async function getFile(via: Send, name: string, more: Partial<Outgoing> = {}): Promise<void> {
    const outgoing: Outgoing = {
      port,
      host: viewer.host,
      path: `/${name}`,
      ...more,
      headers: { cookie: viewer.cookie, ...more.headers },
    }
    const { range } = outgoing.headers ?? {}
    const answer = expectStatus(range ? 206 : 200, outgoing, await via(outgoing))
    const whole = build.files[name] ?? Buffer.alloc(0)
    const [first, last] = /(\d+)-(\d+)/
      .exec(range ?? '')
      ?.slice(1)
      .map(Number) ?? [0, whole.length]
    if (!answer.body.equals(whole.subarray(first, (last ?? 0) + 1)))
      throw new WrongAnswer(answer, outgoing, 'wrong bytes')
  }

  /** A call whose answer is JSON in which this text occurs. */
  const ask =
    (what: () => Omit<Outgoing, 'port' | 'host'>, wanted: string): Action =>
    async (via) => {
      const outgoing = toPortal(what())
      const answer = expectStatus(200, outgoing, await via(outgoing))
      if (!answer.body.includes(wanted)) throw new WrongAnswer(answer, outgoing, `without ${wanted}`)
    }

  const publishNew =
    (bytes: number, sending?: number): Action =>
    async (via) => {
      const label = `build ${random.whole(0, 2 ** 31)}`
      await publish(label, knownBuild(label, bytes).zip, via, sending)
    }

  const listOf = (path: string) => ask(() => ({ path }), storybook)
  const lists = [
    listOf(addressOf(listStorybooks, home)),
    ask(() => ({ path: addressOf(listVersions, params, { limit: 20 }) }), '"publicId"'),
  ]
  return {
    account,
    member,
    storybook,
    version,
    build,
    key,
    published,
    actions: {
      list: (via) => random.pick(lists)(via),
      search: ask(
        () => ({ path: addressOf(search, home, { q: random.pick(['watched', 'watch', 'wat']) }) }),
        storybook,
      ),
      mcp: ask(
        () => ({
          method: 'POST',
          path: addressOf(callMcp, home),
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: mcpCall,
        }),
        'Watched',
      ),
      view: (via) => getFile(via, random.pick(['index.json', 'assets/app.js'])),
      range(via) {
        const first = random.whole(0, mediaBytes - 2)
        const last = random.whole(first, Math.min(mediaBytes - 1, first + 100_000))
        return getFile(via, 'assets/media.bin', { headers: { range: `bytes=${first}-${last}` } })
      },
      async open(via) {
        viewer = await openViewer(via)
      },
      download: (via) => getFile(via, 'assets/media.bin', { readingRate }),
      publish: publishNew(1000),
      slowPublish: publishNew(MiB, sendingMs),
    },
  }
}

export const mcpCall = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_storybooks', arguments: {} },
})

export const formType = 'multipart/form-data; boundary=plinth-proof-boundary'
const boundary = 'plinth-proof-boundary'

export function formOf(zip: Buffer, message: string): Buffer {
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
  return Buffer.concat([
    Buffer.from(`${part('Message')}\r\n\r\n${message}\r\n${part('File')}; filename="build.zip"\r\n\r\n`),
    zip,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}
