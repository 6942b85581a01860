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

const insufficientPrivilege = '42501'

/**
 * Row-level security refused a new row, because it is not of the bound account or its parent is gone. Told from missing
 * rights by where PostgreSQL checks it.
 */
export const isRefusedRow = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.code === insufficientPrivilege &&
  error.routine === 'ExecWithCheckOptions'
