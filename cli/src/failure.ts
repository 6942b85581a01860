import type { ExitReason } from './exit-codes.ts'

/** Ends the command with an exit code. The message is one sentence for the user, with what to do. */
export class Failure extends Error {
  override name = 'Failure'
  readonly reason: ExitReason

  constructor(reason: ExitReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The portal did not answer, or asked to retry later: another attempt may succeed. */
export class Unavailable extends Error {
  override name = 'Unavailable'
  readonly retryAfterMs: number | undefined

  /** `retryAfterMs`: the delay the portal asked for, if it did. */
  constructor(message: string, retryAfterMs?: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}
