import type { PictureSubject } from '@plinth/contract/pictures.ts'

import { componentIdOf } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import { record } from '../audit/store.ts'
import { findStorybook } from '../storybooks/store.ts'
import { deleteChosenPicture, hasPictureOf, saveChosenPicture } from './chosen-store.ts'

interface Choice {
  of: PictureSubject
  story: string
  isChosen: boolean
}

/** Lets the picture of a story stand for its storybook or its component, or lets the first story do so again. */
export async function choosePicture(
  db: Database,
  { accountId, storybook: publicId }: { accountId: number; storybook: string },
  { of, story, isChosen }: Choice,
  actor: Actor,
): Promise<void> {
  const subject = of === 'component' ? componentIdOf(story) : ''
  await db.transaction().execute(async (trx) => {
    const storybook = await findStorybook(trx, accountId, publicId)
    if (!storybook || (isChosen && !(await hasPictureOf(trx, storybook.id, story))))
      throw new Problem('not_found')
    if (isChosen) await saveChosenPicture(trx, storybook.id, subject, story)
    else await deleteChosenPicture(trx, storybook.id, subject, story)
    await record(trx, actor, {
      action: 'storybook.changed',
      subject: storybook.title,
      accountId,
      about: { storybook: publicId },
    })
  })
}
