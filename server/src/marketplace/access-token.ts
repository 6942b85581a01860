import { marketplaceService } from '../settings/marketplace-settings.ts'
import type { MarketplaceSettings } from '../settings/marketplace-settings.ts'
import { MarketplaceUnavailable } from './errors.ts'
import { TokenResponse } from './shapes.ts'

export interface AccessTokens {
  /** A token that does not expire soon. */
  current(): Promise<string>
  /** After the current token was refused: the next call fetches another. */
  forget(): void
}

/** Renewed this long before it expires, so that it does not expire during a request. */
const renewBeforeMs = 5 * 60 * 1000
const timeoutMs = 8_000

/** A client credentials token, fetched once however many calls wait for it. */
export function accessTokens(
  { tokenUrl, clientId }: MarketplaceSettings,
  clientSecret: string,
  now: () => number = Date.now,
): AccessTokens {
  let cached: { token: Promise<string>; renewAt: number } | undefined

  const renew = async (): Promise<string> => {
    const renewed = { token: Promise.resolve(''), renewAt: Number.POSITIVE_INFINITY }
    renewed.token = request().then(({ access_token, expires_in }) => {
      const lifetime = expires_in * 1000
      renewed.renewAt = now() + Math.max(lifetime - renewBeforeMs, lifetime / 2)
      return access_token
    })
    cached = renewed
    renewed.token.catch(() => {
      if (cached === renewed) cached = undefined
    })
    return renewed.token
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
      return TokenResponse.parse(await response.json())
    } catch (cause) {
      throw new MarketplaceUnavailable({
        detail: 'The portal cannot sign in to the marketplace. Try again shortly.',
        cause,
      })
    }
  }

  return {
    current: async () => (cached && now() < cached.renewAt ? cached.token : renew()),
    forget: () => {
      cached = undefined
    },
  }
}
