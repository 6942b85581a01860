import type { ExitReason } from './exit-codes.ts'

/** The command cannot do what it was asked; the message is one sentence for a person, with what to do. */
export class Failure extends Error {
  override name = 'Failure'
  readonly reason: ExitReason

  constructor(reason: ExitReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The portal did not answer, or asked to come back: worth another try. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  readonly retryAfter: number | undefined

  /** `retryAfter` in milliseconds, where the portal named a time. */
  constructor(message: string, retryAfter?: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfter = retryAfter
  }
}
