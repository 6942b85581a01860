import type { Picture } from '@plinth/contract/camera.ts'

import type { TakenPicture } from './stories/open-stories.ts'

export const sentPicture = (
  mediaType: Picture['mediaType'],
  { bytes, width, height }: TakenPicture,
): Picture => ({ mediaType, width, height, base64: bytes.toString('base64') })
