import { z } from 'zod'

import type { SettingsTable } from '../setting.ts'
import { flag, wholeNumber } from '../value-schemas.ts'

export const cameraSettings = {
  PLINTH_CAMERA: {
    about:
      'Take pictures of stories with a Chromium on this machine, if there is one and it can be confined. See [the camera](camera.md).',
    schema: flag.default(true),
  },
  PLINTH_CAMERA_TOKEN: {
    about:
      'The secret of cameras on other machines (`plinth-camera`), at least 32 characters. Without it there are none.',
    fallback: 'none',
    schema: z.string().min(32, 'must have at least 32 characters').optional(),
  },
  PLINTH_CAMERA_CHROMIUM: {
    about: 'The path of Chromium, for the camera of this machine.',
    fallback: 'where distributions install it',
    schema: z.string().min(1).optional(),
  },
  PLINTH_CAMERA_CONCURRENCY: {
    about:
      'How many versions the camera of this machine takes pictures of at once. Each needs up to 2.5 GB, usually a tenth of that.',
    schema: wholeNumber(1, 64).default(1),
  },
  PLINTH_CAMERA_CONTAINED: {
    about:
      'Start Chromium without its sandbox and without a network namespace, because a container or virtual machine confines the camera instead. Builds are untrusted code: never set it elsewhere.',
    schema: flag.default(false),
  },
  PLINTH_PICTURES_PER_DAY: {
    about: 'How many pictures are taken for an account in a day. 0 turns pictures off.',
    schema: wholeNumber(0, 1e9).default(20_000),
  },
} satisfies SettingsTable
