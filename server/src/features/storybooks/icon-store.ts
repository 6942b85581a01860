import { createHash } from 'node:crypto'

import type { StorybookIcon } from '@plinth/contract/storybooks.ts'

import type { Icon } from '../../contents/build-icon.ts'
import type { Database } from '../../database/connect.ts'

/** Undefined unless the storybook shows, or could show, an icon with this hash. */
export async function findIcon(
  db: Database,
  accountId: number,
  storybookPublicId: string,
  hash: string,
): Promise<Icon | undefined> {
  return db
    .selectFrom('storybook_icons')
    .innerJoin('storybooks', 'storybooks.id', 'storybook_icons.storybook_id')
    .select(['storybook_icons.bytes', 'storybook_icons.media_type as mediaType'])
    .where('storybooks.account_id', '=', accountId)
    .where('storybooks.public_id', '=', storybookPublicId)
    .where('storybooks.deleted_at', 'is', null)
    .where('storybook_icons.sha256', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst()
}

/** Without an icon, the storybook has none from this source any more. */
export async function replaceIcon(
  db: Database,
  storybookId: number,
  source: StorybookIcon['source'],
  icon: Icon | undefined,
): Promise<void> {
  if (!icon) {
    await db
      .deleteFrom('storybook_icons')
      .where('storybook_id', '=', storybookId)
      .where('source', '=', source)
      .execute()
    return
  }
  const { bytes, mediaType } = icon
  const values = { bytes, media_type: mediaType, sha256: createHash('sha256').update(bytes).digest() }
  await db
    .insertInto('storybook_icons')
    .values({ storybook_id: storybookId, source, ...values })
    .onConflict((conflict) => conflict.columns(['storybook_id', 'source']).doUpdateSet(values))
    .execute()
}
