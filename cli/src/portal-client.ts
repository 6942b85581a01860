import type { Comparison } from '@plinth/contract/compare.ts'
import type { Output } from '@plinth/contract/endpoint.ts'
import type { PictureComparison } from '@plinth/contract/pictures.ts'
import type { VersionReview } from '@plinth/contract/reviews.ts'
import type { ResultKind, search } from '@plinth/contract/search.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import type { PublishedStorybook, Version } from '@plinth/contract/versions.ts'
import type { getWhoami } from '@plinth/contract/whoami.ts'

import { notAPortal, parseResponse } from './parse-response.ts'
import { sendRequest } from './send-request.ts'
import type { HttpRequest } from './send-request.ts'
import { version } from './served-as.ts'

export type Whoami = Output<typeof getWhoami>
export type ListedStorybook = Pick<
  Storybook,
  'publicId' | 'title' | 'versionCount' | 'lastUpdated' | 'mainBranch' | 'requiresReview'
>
export type Found = Output<typeof search>
export type Published = Pick<PublishedStorybook, 'publicId' | 'title' | 'versionPublicId'>

export type ReadVersion = Pick<Version, 'publicId' | 'contents' | 'changes' | 'isComparing' | 'baseline'>
export type ListedVersion = Pick<Version, 'publicId' | 'commit' | 'targetBranch'>

export interface SearchQuery {
  q: string
  kind: ResultKind | undefined
  storybook: string | undefined
  tag: string | undefined
}

export interface Upload {
  idempotencyKey: string
  contentType: string
  /** Undefined if it is not known until the zip is complete. */
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
  version: '/api/v1/account/:account/Storybooks/:storybook/versions/:version',
  named: '/api/v1/account/:account/Storybooks/:storybook/named/:version',
  branch: '/api/v1/account/:account/Storybooks/:storybook/branch/:branch',
  review: '/api/v1/account/:account/Storybooks/:storybook/versions/:version/review',
  compare: '/api/v1/account/:account/Storybooks/:storybook/compare',
  pictures: '/api/v1/account/:account/Storybooks/:storybook/compare/pictures',
  search: '/api/v1/account/:account/search',
} as const

export interface ComparedVersions {
  from?: string | undefined
  to?: string | undefined
}

export interface PortalClient {
  origin: string
  whoami: () => Promise<Whoami>
  listStorybooks: (account: string) => Promise<ListedStorybook[]>
  createStorybook: (account: string, title: string) => Promise<ListedStorybook>
  publishVersion: (account: string, storybook: string, upload: Upload) => Promise<Published>
  getVersion: (account: string, storybook: string, version: string) => Promise<ReadVersion>
  /** The version that people call this: an id or its beginning, a branch, a release or a commit. */
  getNamed: (account: string, storybook: string, name: string) => Promise<ReadVersion>
  /** Whether a version may pass. */
  getReview: (account: string, storybook: string, version: string) => Promise<VersionReview>
  /** The newest version of a branch. */
  getBranch: (account: string, storybook: string, branch: string) => Promise<ReadVersion>
  /** The versions of a branch that were built from this commit, the newest first. */
  listVersionsOfCommit: (
    account: string,
    storybook: string,
    branch: string,
    commit: string,
  ) => Promise<ListedVersion[]>
  compare: (account: string, storybook: string, query: ComparedVersions) => Promise<Comparison>
  /** Has pictures taken of what changed between two versions. */
  requestPictures: (account: string, storybook: string, query: ComparedVersions) => Promise<PictureComparison>
  getPictures: (account: string, storybook: string, query: ComparedVersions) => Promise<PictureComparison>
  search: (account: string, query: SearchQuery) => Promise<Found>
}

interface CallOptions extends Pick<HttpRequest, 'body'> {
  headers?: Record<string, string>
  /** What to say instead of the portal, by the codes of its problems. */
  messages?: Record<string, string>
}

/** `onCliVersion` is told with every answer which version of this program the portal serves. */
export function portalClient(base: URL, key: string, onCliVersion: (served: string) => void): PortalClient {
  const call = async (
    method: HttpRequest['method'],
    path: string,
    notFoundMessage: string,
    more: CallOptions = {},
  ) => {
    const url = new URL(path, base)
    const headers = {
      accept: 'application/json',
      'user-agent': `plinth-cli/${version} node/${process.versions.node}`,
      'x-api-key': key,
      ...more.headers,
    }
    const response = await sendRequest({ method, url, headers, ...(more.body && { body: more.body }) })
    const { 'plinth-cli-version': served } = response.headers
    if (typeof served === 'string') onCliVersion(served)
    return parseResponse(response, url, notFoundMessage, more.messages)
  }
  const validated = <Reply>(reply: unknown, isValid: (reply: unknown) => reply is Reply): Reply => {
    if (!isValid(reply)) throw notAPortal(base)
    return reply
  }

  const pictures = async (
    method: 'GET' | 'POST',
    account: string,
    storybook: string,
    query: ComparedVersions,
  ): Promise<PictureComparison> => {
    const path = fillPath(paths.pictures, { account, storybook }) + queryString(query)
    const notFound = 'One of these two versions is not in this storybook any more.'
    return validated(await call(method, path, notFound), isPictureComparison)
  }

  return {
    origin: base.origin,
    async whoami() {
      const notFound = `The portal at ${base.origin} cannot tell which account the key belongs to: give --account.`
      return validated(await call('GET', paths.whoami, notFound), isWhoami)
    },
    async listStorybooks(account) {
      const rows = await call('GET', fillPath(paths.storybooks, { account }), accountNotFound(account))
      return validated(rows, (reply) => Array.isArray(reply) && reply.every(isStorybook))
    },
    async createStorybook(account, title) {
      const body = Buffer.from(JSON.stringify({ title }))
      const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
      const path = fillPath(paths.storybooks, { account })
      return validated(
        await call('POST', path, accountNotFound(account), { headers, body: [body] }),
        isStorybook,
      )
    },
    async publishVersion(account, storybook, { idempotencyKey, contentType, contentLength, body }) {
      const headers = {
        'content-type': contentType,
        'idempotency-key': idempotencyKey,
        ...(contentLength === undefined ? {} : { 'content-length': String(contentLength) }),
      }
      const notFound = `The storybook ${storybook} has just been deleted.`
      const path = fillPath(paths.versions, { account, storybook })
      return validated(await call('POST', path, notFound, { headers, body }), isPublished)
    },
    async getVersion(account, storybook, version) {
      const path = fillPath(paths.version, { account, storybook, version })
      return validated(await call('GET', path, `There is no version ${version}.`), isReadVersion)
    },
    async getNamed(account, storybook, name) {
      const path = fillPath(paths.named, { account, storybook, version: name })
      const notFound = `There is no version ${name} of this storybook: give its id or the beginning of it, a branch, a release or a commit.`
      const messages = {
        version_ambiguous: `Several versions begin with ${name}: give more of the id.`,
        commit_ambiguous: `Several commits begin with ${name}: give more of it.`,
      }
      return validated(await call('GET', path, notFound, { messages }), isReadVersion)
    },
    async getReview(account, storybook, version) {
      const path = fillPath(paths.review, { account, storybook, version })
      return validated(await call('GET', path, `There is no version ${version}.`), isReview)
    },
    async getBranch(account, storybook, branch) {
      const path = fillPath(paths.branch, { account, storybook, branch })
      return validated(
        await call('GET', path, `Nothing was published from the branch ${branch}.`),
        isReadVersion,
      )
    },
    async listVersionsOfCommit(account, storybook, branch, commit) {
      const query = queryString({ branch, text: commit, limit: 100 })
      const path = fillPath(paths.versions, { account, storybook }) + query
      const versions = validated(
        await call('GET', path, `There is no storybook ${storybook} any more.`),
        (reply): reply is ListedVersion[] => Array.isArray(reply) && reply.every(isReadVersion),
      )
      return versions.filter((version) => version.commit?.startsWith(commit))
    },
    async compare(account, storybook, query) {
      const path = fillPath(paths.compare, { account, storybook }) + queryString(query)
      const notFound = 'One of these two versions is not in this storybook any more.'
      const messages = { nothing_to_compare: nothingToCompare }
      return validated(await call('GET', path, notFound, { messages }), isComparison)
    },
    requestPictures: (account, storybook, query) => pictures('POST', account, storybook, query),
    getPictures: (account, storybook, query) => pictures('GET', account, storybook, query),
    async search(account, query) {
      const path = fillPath(paths.search, { account }) + queryString(query)
      return validated(await call('GET', path, accountNotFound(account)), isFound)
    },
  }
}

export const nothingToCompare =
  'There is nothing to compare this version with: nothing was published before it on its branch, or on the branch that it is to be merged into.'

const accountNotFound = (account: string) =>
  `This key has no access to an account ${account}: leave out --account and PLINTH_ACCOUNT to use the key's own account.`

const fillPath = (path: string, params: Record<string, string>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

function queryString(query: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `?${search.toString()}`
}

const hasFields = (value: unknown, kinds: Record<string, 'string' | 'number' | 'boolean'>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(kinds).every(([name, kind]) => typeof (value as Record<string, unknown>)[name] === kind)

const isWhoami = (reply: unknown): reply is Whoami => hasFields(reply, { kind: 'string', name: 'string' })

const isStorybook = (reply: unknown): reply is ListedStorybook =>
  hasFields(reply, { publicId: 'string', title: 'string', versionCount: 'number' })

const isPublished = (reply: unknown): reply is Published =>
  hasFields(reply, { publicId: 'string', title: 'string', versionPublicId: 'string' })

const isReadVersion = (reply: unknown): reply is ReadVersion =>
  hasFields(reply, { publicId: 'string', contents: 'string' })

const isReview = (reply: unknown): reply is VersionReview =>
  hasFields(reply, { state: 'string', because: 'string', toReview: 'number', rejected: 'number' })

const lists = ['added', 'removed', 'renamed', 'changed', 'unknown', 'components']

const isComparison = (reply: unknown): reply is Comparison =>
  hasFields(reply, { state: 'string' }) &&
  lists.every((name) => Array.isArray((reply as Record<string, unknown>)[name]))

const isPictureComparison = (reply: unknown): reply is PictureComparison =>
  hasFields(reply, { state: 'string', hasCamera: 'boolean', requiresReview: 'boolean' }) &&
  hasFields((reply as Record<string, unknown>)['counts'], {
    changedInCode: 'number',
    lookDifferent: 'number',
    toReview: 'number',
    accepted: 'number',
    rejected: 'number',
  })

const isFound = (reply: unknown): reply is Found =>
  typeof reply === 'object' &&
  reply !== null &&
  'results' in reply &&
  Array.isArray(reply.results) &&
  reply.results.every((result) =>
    hasFields(result, { kind: 'string', name: 'string', storybookPublicId: 'string' }),
  ) &&
  'corrections' in reply &&
  Array.isArray(reply.corrections)
