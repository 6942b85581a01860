import type { CameraJob } from '@plinth/contract/camera.ts'

import type { Deliveries } from './portal.ts'
import { sentPicture } from './sent-picture.ts'
import type { Stories, TakenPicture } from './stories/open-stories.ts'
import { startTurn } from './turn.ts'

type ThumbnailsJob = Extract<CameraJob, { kind: 'thumbnails' }>

const webp = (picture: TakenPicture) => sentPicture('image/webp', picture)

export async function takeThumbnails(
  { stories: ids }: ThumbnailsJob,
  stories: Stories,
  { deliver, onEnding }: Pick<Deliveries, 'deliver' | 'onEnding'>,
): Promise<void> {
  const turn = startTurn()
  for (const story of ids) {
    if (turn.isOver()) return
    const taken = await stories.takeThumbnail(story).catch((error: unknown) => {
      onEnding({ kind: 'thumbnail', story, pictures: null })
      throw error
    })
    const pictures = taken ? { single: webp(taken.single), double: webp(taken.double) } : null
    await deliver([{ kind: 'thumbnail', story, pictures }])
  }
}
