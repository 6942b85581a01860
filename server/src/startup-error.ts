/** The portal cannot start, and the message alone tells the operator why and what to do. */
export class StartupError extends Error {
  override name = 'StartupError'
}
