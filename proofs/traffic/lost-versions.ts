import type { Inside } from '../portal.ts'
import type { Visitor } from './visitor.ts'

/** Versions whose publishing was acknowledged and that are not in the database. */
export async function missingVersions({ db }: Inside, { published }: Visitor): Promise<string[]> {
  const rows = await db
    .selectFrom('versions')
    .select('public_id')
    .where('public_id', 'in', [...published.keys()])
    .execute()
  const stored = new Set(rows.map((row) => row.public_id))
  return [...published.keys()].filter((version) => !stored.has(version))
}
