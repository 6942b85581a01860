/** The messages of an error and its causes on one line. Some errors have their reason only in the cause or the code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, message, cause } = error as NodeJS.ErrnoException
  const parts = error instanceof AggregateError ? error.errors.map(reasonOf) : [message || code || error.name]
  if (cause !== undefined) parts.push(reasonOf(cause))
  return [...new Set(parts)].join(': ').replaceAll(/\s+/g, ' ').replace(/\.$/, '')
}

/** The portal cannot start; the message alone tells the operator why and what to do. */
export class StartupError extends Error {
  override name = 'StartupError'
}
