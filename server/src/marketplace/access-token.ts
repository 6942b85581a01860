import { marketplaceService } from '../settings/marketplace-settings.ts'
import type { MarketplaceSettings } from '../settings/marketplace-settings.ts'
import { MarketplaceUnavailable } from './errors.ts'
import { TokenAnswer } from './shapes.ts'

export interface AccessTokens {
  /** A token that is good for a while yet. */
  current(): Promise<string>
  /** The one in use was not accepted: the next call asks for another. */
  forget(): void
}

/** Asked for again this long before it expires, so that none runs out on its way. */
const renewBefore = 5 * 60 * 1000
const timeoutMs = 8_000

/** A client-credential token, asked for once however many calls wait for it. */
export function accessTokens(
  { tokenUrl, clientId }: MarketplaceSettings,
  clientSecret: string,
  now: () => number = Date.now,
): AccessTokens {
  let held: { token: Promise<string>; renewAt: number } | undefined

  const ask = async (): Promise<string> => {
    const asked = { token: Promise.resolve(''), renewAt: Number.POSITIVE_INFINITY }
    asked.token = request().then(({ access_token, expires_in }) => {
      const lifetime = expires_in * 1000
      asked.renewAt = now() + Math.max(lifetime - renewBefore, lifetime / 2)
      return access_token
    })
    held = asked
    asked.token.catch(() => {
      if (held === asked) held = undefined
    })
    return asked.token
  }

  const request = async () => {
    try {
      const response = await fetch(tokenUrl, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
          scope: `${marketplaceService}/.default`,
        }),
      })
      if (!response.ok) {
        const reason = (await response.text()).slice(0, 500).replaceAll(clientSecret, '…')
        throw new Error(`the token endpoint answered ${response.status}: ${reason}`)
      }
      return TokenAnswer.parse(await response.json())
    } catch (cause) {
      throw new MarketplaceUnavailable({
        detail: 'The portal cannot sign in at the marketplace. Try again shortly.',
        cause,
      })
    }
  }

  return {
    current: async () => (held && now() < held.renewAt ? held.token : ask()),
    forget: () => {
      held = undefined
    },
  }
}
