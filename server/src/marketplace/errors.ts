/** The marketplace understood the call and refused it. */
export class MarketplaceRefusal extends Error {
  override name = 'MarketplaceRefusal'
  readonly status: number

  constructor(status: number, call: string) {
    super(`the marketplace answered ${status} to ${call}`)
    this.status = status
  }
}

interface UnavailableExtras {
  /** For the caller, if there is more to say than that the marketplace does not answer. */
  detail?: string
  /** Seconds. */
  retryAfter?: number
  cause?: unknown
}

/** The marketplace does not answer, or not as documented. */
export class MarketplaceUnavailable extends Error {
  override name = 'MarketplaceUnavailable'
  readonly detail: string | undefined
  readonly retryAfter: number | undefined

  constructor({ detail, retryAfter, cause }: UnavailableExtras = {}) {
    super('the marketplace does not answer as documented', { cause })
    this.detail = detail
    this.retryAfter = retryAfter
  }
}

/** The webhook was not sent by the marketplace. */
export class WebhookRejected extends Error {
  override name = 'WebhookRejected'
}

/** The keys that webhooks are signed with cannot be fetched: the marketplace should send the webhook again. */
export class WebhookKeysUnavailable extends Error {
  override name = 'WebhookKeysUnavailable'
}
