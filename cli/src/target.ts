import { Failure } from './failure.ts'
import type { Context } from './main.ts'
import { openPortal } from './portal.ts'
import type { Portal } from './portal.ts'

/** The portal this command is to talk to, with the key it is to use. */
export function openTarget({ line, terminal }: Pick<Context, 'line' | 'terminal'>): Portal {
  const address = line.text('url')
  if (!address) throw new Failure('usage', 'Say where the portal is: give --url or set PLINTH_URL.')
  const key = line.text('key')
  if (!key) {
    throw new Failure(
      'usage',
      'There is no API key: set PLINTH_API_KEY (pipelines keep secrets from builds of forks).',
    )
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new Failure('keyRefused', 'The API key holds characters no key has: copy it anew.')
  }
  const base = readAddress(address)
  if (base.protocol === 'http:' && !isThisMachine(base.hostname)) {
    terminal.say(`Warning: ${base.origin} is not encrypted, so others may read the API key on its way.`)
  }
  return openPortal(base, key)
}

/** Only the origin counts: people paste the address of whatever page of the portal they have open. */
function readAddress(address: string): URL {
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
      'The address of the portal must not hold a user name or password: check --url or PLINTH_URL.',
    )
  }
  return new URL(url.origin)
}

const isThisMachine = (hostname: string) => /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/i.test(hostname)

/** The account that was named, or else the one the key belongs to. */
export async function findAccount(
  portal: Pick<Portal, 'whoami'>,
  { line }: Pick<Context, 'line'>,
): Promise<string> {
  const named = line.text('account')
  if (named) return named
  const { account } = await portal.whoami()
  if (!account)
    throw new Failure('usage', 'This key belongs to no single account: give --account or set PLINTH_ACCOUNT.')
  return account.publicId
}

export function sayRetries({ terminal }: Pick<Context, 'terminal'>) {
  return (why: string, pause: number, next: number) =>
    terminal.say(`No success (${why}); trying again in ${(pause / 1000).toFixed(1)} s, try ${next}.`)
}
