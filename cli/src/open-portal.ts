import type { Context } from './context.ts'
import { Failure } from './failure.ts'
import type { ParsedArgs } from './flags.ts'
import { isOutdated } from './is-outdated.ts'
import { portalClient } from './portal-client.ts'
import type { PortalClient } from './portal-client.ts'
import { homePortal, version } from './served-as.ts'
import type { Terminal } from './terminal.ts'

/** The portal at `--url`, or else the one this program came from, called with the API key from `--key`. */
export function openPortal({ args, terminal }: Pick<Context, 'args' | 'terminal'>): PortalClient {
  const address = args.value('url') ?? homePortal
  if (!address) throw new Failure('usage', 'No portal given: use --url or set PLINTH_URL.')
  const key = args.value('key')
  if (!key) {
    throw new Failure(
      'usage',
      'No API key given: set PLINTH_API_KEY. Pipelines do not pass secrets to builds of forks.',
    )
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new Failure('keyRefused', 'The API key contains characters that no key has: copy it again.')
  }
  const base = parseAddress(address)
  if (base.protocol === 'http:' && !isThisMachine(base.hostname)) {
    terminal.log(
      `Warning: the connection to ${base.origin} is not encrypted, so others can read the API key.`,
    )
  }
  return portalClient(base, key, args.isSet('quiet') ? () => {} : noticeNewer(base.origin, terminal))
}

/** Says once if the portal has a newer program than this one. */
function noticeNewer(portal: string, terminal: Terminal) {
  let isSaid = false
  return (served: string) => {
    if (isSaid || !isOutdated(version, served)) return
    isSaid = true
    terminal.log(`A newer plinth is at ${portal}/cli.tgz: it is version ${served}, this one is ${version}.`)
  }
}

/** Only the origin counts: people paste the address of whichever page of the portal they have open. */
function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Failure(
      'usage',
      'The address of the portal must begin with https:// (or http://): check --url or PLINTH_URL.',
    )
  }
  if (url.username || url.password) {
    throw new Failure(
      'usage',
      'The address of the portal must not contain a user name or password: check --url or PLINTH_URL.',
    )
  }
  return new URL(url.origin)
}

const isThisMachine = (hostname: string) => /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/i.test(hostname)

/** The account given with `--account`, or else the one the key belongs to. */
export async function findAccount(portal: Pick<PortalClient, 'whoami'>, args: ParsedArgs): Promise<string> {
  const given = args.value('account')
  if (given) return given
  const { account } = await portal.whoami()
  if (!account) {
    throw new Failure('usage', 'This key belongs to no single account: use --account or set PLINTH_ACCOUNT.')
  }
  return account.publicId
}

export const logRetries = (terminal: Terminal) => (why: string, delayMs: number, next: number) =>
  terminal.log(`Failed (${why}); trying again in ${(delayMs / 1000).toFixed(1)} s (attempt ${next}).`)
