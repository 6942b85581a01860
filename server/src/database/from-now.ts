import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * For what expires: the database decides when that is, so its clock must also set it. That of this machine may be wrong
 * for a moment.
 */
export const fromNow = (milliseconds: number): RawBuilder<Date> =>
  sql<Date>`now() + ${milliseconds} * interval '1 millisecond'`
