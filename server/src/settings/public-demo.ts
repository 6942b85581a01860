import { StartupError } from '../shared/startup-error.ts'
import type { Config } from './config.ts'
import { isLoopback } from './loopback.ts'

type Exposure = Pick<Config, 'publicUrl' | 'host' | 'identity' | 'marketplace' | 'isPublicDemo'>

/**
 * The embedded identity provider asks for no password, and the embedded marketplace for no money. Throws if other
 * machines could reach them and no setting says that this is intended.
 */
export function assertExposureIntended({ publicUrl, host, identity, marketplace, isPublicDemo }: Exposure) {
  const embedded = [
    ...(identity.authority === undefined ? ['identity provider asks for no password'] : []),
    ...(marketplace?.isEmbedded ? ['marketplace sells to anyone who opens it'] : []),
  ]
  const [reason] = embedded
  if (reason === undefined) {
    if (!isPublicDemo) return
    throw new StartupError(
      'PLINTH_PUBLIC_DEMO is for a portal with the embedded identity provider or marketplace: unset it.',
    )
  }
  if (isPublicDemo) return
  const reachable = [
    ...(isLoopback(publicUrl.hostname) ? [] : [`PLINTH_PUBLIC_URL is ${publicUrl.origin}`]),
    ...(isLoopback(host) ? [] : [`PLINTH_HOST is ${host}`]),
  ]
  if (reachable.length === 0) return
  const remedy =
    identity.authority === undefined
      ? 'set PLINTH_IDENTITY_AUTHORITY and PLINTH_IDENTITY_CLIENT_ID'
      : 'set PLINTH_EMBEDDED_MARKETPLACE=false'
  throw new StartupError(
    `The embedded ${reason}, and other machines could reach this portal (${reachable.join(', ')}): ${remedy}, ` +
      'or PLINTH_PUBLIC_DEMO=true if this is a demo in which anybody may sign in as anybody.',
  )
}
