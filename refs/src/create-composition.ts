import type { CompositionDraft, NewComposition } from '@plinth/contract/compositions.ts'
import type { Output } from '@plinth/contract/endpoint.ts'
import type { getWhoami } from '@plinth/contract/whoami.ts'

import { Unavailable } from './unavailable.ts'

/** Written out, and compared with the contract by a test: importing its endpoints would bundle a validation library. */
export const paths = {
  whoami: '/api/v1/whoami',
  compositions: '/api/v1/account/:account/compositions',
} as const

/** For both calls together: Storybook waits for them. */
const timeoutMs = 10_000

export interface CompositionRequest {
  portal: string
  key: string | undefined
  draft: CompositionDraft
}

/** Addresses of the storybooks in the account that the key belongs to. Throws only `Unavailable`. */
export async function createComposition({ portal, key, draft }: CompositionRequest) {
  const base = parseAddress(portal)
  const call = openClient(base, checkKey(key))
  const { account } = (await call(paths.whoami)) as Output<typeof getWhoami>
  if (!account) throw notAPortal(base)
  const path = paths.compositions.replace(':account', encodeURIComponent(account.publicId))
  const { refs } = (await call(path, draft)) as NewComposition
  if (!refs) throw notAPortal(base)
  return refs
}

function checkKey(key: string | undefined): string {
  if (!key) throw new Unavailable('There is no API key: is the environment variable set?')
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new Unavailable('The API key contains characters that no key has: copy it again.')
  }
  return key
}

/** Only the origin counts: people paste the address of whichever page of the portal they have open. */
function parseAddress(address: string): URL {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Unavailable('The address of the portal must begin with https:// (or http://).')
  }
  return new URL(new URL(address).origin)
}

/** Sends JSON if there is a body, and returns the JSON that the portal answers with. */
function openClient(base: URL, key: string) {
  const signal = AbortSignal.timeout(timeoutMs)
  const origin = originForNode(base)
  return async (path: string, body?: object): Promise<unknown> => {
    try {
      const response = await fetch(new URL(path, origin), {
        method: body ? 'POST' : 'GET',
        headers: {
          accept: 'application/json',
          'x-api-key': key,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        // The key goes nowhere but to the given address.
        redirect: 'manual',
        signal,
      })
      const reply = parseJson(await response.text())
      if (response.ok && reply) return reply
      throw new Unavailable(describeRefusal(response.status, reply) ?? notAPortal(base).message)
    } catch (error) {
      if (error instanceof Unavailable) throw error
      throw new Unavailable(
        signal.aborted
          ? `${base.origin} did not answer within ${timeoutMs / 1000} seconds.`
          : `${base.origin} cannot be reached (${codeOf(error)}).`,
      )
    }
  }
}

/** Names under localhost mean this machine, but not every system's resolver knows them. */
function originForNode({ protocol, hostname, host, origin }: URL): string {
  return hostname.endsWith('.localhost') ? `${protocol}//${host.replace(hostname, 'localhost')}` : origin
}

const notAPortal = ({ origin }: URL) => new Unavailable(`There is no Plinth portal at ${origin}.`)

type Reply = Record<string, unknown>

function parseJson(text: string): Reply | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Reply) : undefined
  } catch {
    return undefined
  }
}

/** The detail of a problem document, followed by its errors on single fields. */
function describeRefusal(status: number, { detail, errors }: Reply = {}): string | undefined {
  if (typeof detail !== 'string') return status >= 500 ? `The portal failed (status ${status}).` : undefined
  const fields = (Array.isArray(errors) ? (errors as Reply[]) : []).map(
    ({ field, message }) => ` ${String(field)}: ${String(message)}.`,
  )
  return detail + fields.join('')
}

/** Such as ECONNREFUSED. Where a name has several addresses, Node collects the error of each. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  return first instanceof Error && 'code' in first ? String(first.code) : 'no connection'
}
