import { sql } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'

/** A column, or what is made of some, in the order of titles and names: see contract/src/title-order.ts. */
export const inTitleOrder = (text: string | Expression<string | null>): RawBuilder<string> =>
  sql<string>`${typeof text === 'string' ? sql.ref(text) : text} COLLATE title_order`
