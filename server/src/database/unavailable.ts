import { DatabaseError } from 'pg'

/** The database cannot answer now, and may soon: whoever asked is told to come back. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** For the embedded identity provider, which answers with what an error says. */
  readonly statusCode = 503
}

/** Seconds after which it makes sense to ask again. */
export const askAgainAfter = 2

/** Whole classes of SQLSTATE: the connection, the operator at work, resources that have run out. */
const classes = new Set(['08', '57', '53'])

/** A standby that was the primary until now; a wait for a lock that took too long; a conflict that would not come again. */
const states = new Set(['25006', '55P03', '40001', '40P01'])

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

/** The driver has no codes for these. */
const driverErrors =
  /^(Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed)/

/** Connections that said one of these may work again for the next query. */
const passing = new Set(['57014', '55P03', '40001', '40P01'])

export interface Failure {
  isUnavailable: boolean
  /** Whether the connection is of no more use, or leads to a server that is none any more. */
  isBroken: boolean
}

/** What a failed query says about the database and the connection it went over. */
export function readFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { isUnavailable: false, isBroken: false }
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseError) {
    const isUnavailable = states.has(code) || classes.has(code.slice(0, 2))
    return { isUnavailable, isBroken: isUnavailable && !passing.has(code) && !code.startsWith('53') }
  }
  const isUnavailable = networkErrors.has(code) || driverErrors.test(error.message)
  return { isUnavailable, isBroken: isUnavailable }
}
