import type { Database } from '../../database/connect.ts'

const countedKinds = ['component', 'story', 'docs'] as const
type CountedKind = (typeof countedKinds)[number]

/** What can be found of all storybooks, or of one. */
export async function countEntries(
  db: Database,
  accountId: number,
  storybookId?: number,
): Promise<Record<CountedKind, number>> {
  let entries = db
    .selectFrom('catalogue_entries')
    // Row-level security applies to catalogues.
    .innerJoin('catalogues', 'catalogues.storybook_id', 'catalogue_entries.storybook_id')
    .select(({ fn }) => ['catalogue_entries.kind', fn.countAll<number>().as('count')])
    .where('catalogue_entries.account_id', '=', accountId)
    .where('catalogue_entries.kind', 'in', countedKinds)
  if (storybookId !== undefined) entries = entries.where('catalogue_entries.storybook_id', '=', storybookId)
  const counts = new Map(
    (await entries.groupBy('catalogue_entries.kind').execute()).map(({ kind, count }) => [kind, count]),
  )
  return {
    component: counts.get('component') ?? 0,
    story: counts.get('story') ?? 0,
    docs: counts.get('docs') ?? 0,
  }
}

const maxStorybooks = 20

/** Public ids of storybooks whose catalogue has an entry with this id. */
export async function listStorybooksWith(
  db: Database,
  accountId: number,
  entryId: string,
  kinds: readonly CountedKind[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('catalogue_entries')
    .innerJoin('storybooks', 'storybooks.id', 'catalogue_entries.storybook_id')
    .select('storybooks.public_id')
    .distinct()
    .where('catalogue_entries.account_id', '=', accountId)
    .where('catalogue_entries.kind', 'in', kinds)
    .where('catalogue_entries.entry_id', '=', entryId)
    .where('storybooks.deleted_at', 'is', null)
    .limit(maxStorybooks)
    .execute()
  return rows.map(({ public_id }) => public_id)
}
