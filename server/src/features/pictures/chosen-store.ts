import type { Database } from '../../database/connect.ts'

/** Whether a version of the storybook has a picture of the story. */
export async function hasPictureOf(db: Database, storybookId: number, story: string): Promise<boolean> {
  const row = await db
    .selectFrom('story_thumbnails')
    .innerJoin('versions', 'versions.id', 'story_thumbnails.version_id')
    .select('story_id')
    .where('versions.storybook_id', '=', storybookId)
    .where('versions.deleted_at', 'is', null)
    .where('story_id', '=', story)
    .where('single_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The component is empty for the storybook itself. */
export async function saveChosenPicture(
  trx: Database,
  storybookId: number,
  component: string,
  story: string,
): Promise<void> {
  await trx
    .insertInto('chosen_pictures')
    .values({ storybook_id: storybookId, component_id: component, story_id: story })
    .onConflict((conflict) =>
      conflict.columns(['storybook_id', 'component_id']).doUpdateSet({ story_id: story }),
    )
    .execute()
}

/** Unless somebody has chosen another story meanwhile. */
export async function deleteChosenPicture(
  trx: Database,
  storybookId: number,
  component: string,
  story: string,
): Promise<void> {
  await trx
    .deleteFrom('chosen_pictures')
    .where('storybook_id', '=', storybookId)
    .where('component_id', '=', component)
    .where('story_id', '=', story)
    .execute()
}
