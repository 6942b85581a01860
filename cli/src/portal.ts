import type { Output } from '@plinth/contract/endpoint.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import type { PublishedStorybook } from '@plinth/contract/versions.ts'
import type { getWhoami } from '@plinth/contract/whoami.ts'

import packageJson from '../package.json' with { type: 'json' }
import { exchange } from './connection.ts'
import type { Request } from './connection.ts'
import { notAPortal, readAnswer } from './read-answer.ts'

export type Whoami = Output<typeof getWhoami>
export type ListedStorybook = Pick<Storybook, 'publicId' | 'title' | 'versionCount' | 'lastUpdated'>
export type Published = Pick<PublishedStorybook, 'publicId' | 'title' | 'versionPublicId'>

export interface Upload {
  idempotencyKey: string
  contentType: string
  /** undefined where only the end of the zip tells */
  contentLength: number | undefined
  body: AsyncIterable<Buffer> | Iterable<Buffer>
}

/**
 * The calls this program makes. The paths are written out, and a test compares them with the contract: importing its
 * endpoints would bundle a validation library five times the size of this program. Types cost nothing.
 */
export const paths = {
  whoami: '/api/v1/whoami',
  storybooks: '/api/v1/account/:account/Storybooks',
  versions: '/api/v1/account/:account/Storybooks/:storybook/versions',
} as const

export interface Portal {
  origin: string
  whoami: () => Promise<Whoami>
  listStorybooks: (account: string) => Promise<ListedStorybook[]>
  createStorybook: (account: string, title: string) => Promise<ListedStorybook>
  publishVersion: (account: string, storybook: string, upload: Upload) => Promise<Published>
}

export function openPortal(base: URL, key: string): Portal {
  const call = async (
    method: Request['method'],
    path: string,
    missing: string,
    more: Pick<Request, 'body'> & { headers?: Record<string, string> } = {},
  ) => {
    const url = new URL(path, base)
    const headers = {
      accept: 'application/json',
      'user-agent': `plinth-cli/${packageJson.version} node/${process.versions.node}`,
      'x-api-key': key,
      ...more.headers,
    }
    return readAnswer(
      await exchange({ method, url, headers, ...(more.body && { body: more.body }) }),
      url,
      missing,
    )
  }
  const expected = <Reply>(reply: unknown, isRight: (reply: unknown) => reply is Reply): Reply => {
    if (!isRight(reply)) throw notAPortal(base)
    return reply
  }

  return {
    origin: base.origin,
    async whoami() {
      const missing = `The portal at ${base.origin} cannot tell whose key this is: give --account.`
      return expected(await call('GET', paths.whoami, missing), isWhoami)
    },
    async listStorybooks(account) {
      const rows = await call('GET', fill(paths.storybooks, { account }), noAccount(account))
      return expected(rows, (reply) => Array.isArray(reply) && reply.every(isStorybook))
    },
    async createStorybook(account, title) {
      const body = Buffer.from(JSON.stringify({ title }))
      const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
      const path = fill(paths.storybooks, { account })
      return expected(await call('POST', path, noAccount(account), { headers, body: [body] }), isStorybook)
    },
    async publishVersion(account, storybook, { idempotencyKey, contentType, contentLength, body }) {
      const headers = {
        'content-type': contentType,
        'idempotency-key': idempotencyKey,
        ...(contentLength === undefined ? {} : { 'content-length': String(contentLength) }),
      }
      const missing = `The storybook ${storybook} is gone: somebody has just deleted it.`
      const path = fill(paths.versions, { account, storybook })
      return expected(await call('POST', path, missing, { headers, body }), isPublished)
    },
  }
}

const noAccount = (account: string) =>
  `There is no account ${account} for this key: leave --account and PLINTH_ACCOUNT out, the key knows its account.`

const fill = (path: string, params: Record<string, string>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const has = (value: unknown, kinds: Record<string, 'string' | 'number'>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(kinds).every(([name, kind]) => typeof (value as Record<string, unknown>)[name] === kind)

const isWhoami = (reply: unknown): reply is Whoami => has(reply, { kind: 'string', name: 'string' })

const isStorybook = (reply: unknown): reply is ListedStorybook =>
  has(reply, { publicId: 'string', title: 'string', versionCount: 'number' })

const isPublished = (reply: unknown): reply is Published =>
  has(reply, { publicId: 'string', title: 'string', versionPublicId: 'string' })
