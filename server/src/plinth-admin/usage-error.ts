/** The command line is not valid; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError'
}
