import { DatabaseError } from 'pg'

/** Beside the whole class of data exceptions: a value that is too large for an index, nested too deeply, or checked. */
const states = new Set(['54000', '54001', '23514'])

/**
 * The database was given a value that it does not take, such as a text with a NUL or a number too large. Inputs are
 * checked before, so this is the last line; but whatever passes them, the caller's value is at fault and not we.
 */
export function isRejectedValue(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  const { code = '' } = error
  return code.startsWith('22') || states.has(code)
}
