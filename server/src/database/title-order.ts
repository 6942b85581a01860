import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** A column in the order of titles: see contract/src/title-order.ts. */
export const inTitleOrder = (column: string): RawBuilder<string> =>
  sql<string>`${sql.ref(column)} COLLATE title_order`
