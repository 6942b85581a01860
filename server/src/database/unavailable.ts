import { DatabaseError } from 'pg'

/** The database cannot answer now, but may soon: clients are told to retry. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** The embedded identity provider answers with the status of an error. */
  readonly statusCode = 503
}

export const retryAfterSeconds = 2

/** Classes of SQLSTATE: connection exceptions, operator intervention, insufficient resources. */
const unavailableClasses = new Set(['08', '57', '53'])

/** A former primary that is now read-only, a lock timeout, a serialization failure, a deadlock. */
const unavailableStates = new Set(['25006', '55P03', '40001', '40P01'])

const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_DESTROYED',
])

/** The driver gives these no code. */
const driverErrors =
  /^(Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed)/

/** The connection stays usable after these. */
const transientStates = new Set(['57014', '55P03', '40001', '40P01'])

interface ErrorClass {
  isUnavailable: boolean
  /** Whether the connection must be closed: it broke, or its server is no longer the primary. */
  isConnectionBroken: boolean
}

/** What a failed query means for the database and for its connection. */
export function classifyError(error: unknown): ErrorClass {
  if (!(error instanceof Error)) return { isUnavailable: false, isConnectionBroken: false }
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseError) {
    const isUnavailable = unavailableStates.has(code) || unavailableClasses.has(code.slice(0, 2))
    return {
      isUnavailable,
      isConnectionBroken: isUnavailable && !transientStates.has(code) && !code.startsWith('53'),
    }
  }
  const isUnavailable = networkErrors.has(code) || driverErrors.test(error.message)
  return { isUnavailable, isConnectionBroken: isUnavailable }
}
