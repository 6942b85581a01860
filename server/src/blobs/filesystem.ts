import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'

import { StartupError } from '../startup-error.ts'
import type { BlobStore } from './blob-store.ts'

export async function filesystemBlobs(folder: string): Promise<BlobStore> {
  const probe = () => access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  try {
    await mkdir(folder, { recursive: true })
    await probe()
  } catch (cause) {
    throw new StartupError(`The folder for archives ${folder} cannot be written to: check PLINTH_BLOBS.`, {
      cause,
    })
  }
  return { probe }
}
