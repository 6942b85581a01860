import { DatabaseError } from 'pg'

/** Besides the class of data exceptions: too large for an index, nested too deeply, or refused by a check constraint. */
const states = new Set(['54000', '54001', '23514'])

/**
 * The database rejected a value, such as text with a NUL or a number out of range. Inputs are validated first, so this
 * is the last line of defence; a value that passes validation is still the caller's mistake, not an internal error.
 */
export function isRejectedValue(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  const { code = '' } = error
  return code.startsWith('22') || states.has(code)
}
