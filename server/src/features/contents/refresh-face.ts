import { decodeIndex } from '../../archive/archive-index.ts'
import { openIfExists } from '../../blobs/blob-store.ts'
import type { Archives } from '../../blobs/open-blobs.ts'
import { readBuildIcon } from '../../contents/build-icon.ts'
import type { Database } from '../../database/connect.ts'
import { findArchiveIndex } from '../../viewer/store.ts'
import { replaceIcon } from '../storybooks/icon-store.ts'
import { findStaleFace, updateMainComponents } from './face-store.ts'

/** Brings up to date what a storybook is recognised by: the favicon and the main components of its catalogued version. */
export async function refreshFace(
  { db, blobs }: { db: Database; blobs: Archives },
  storybookId: number,
): Promise<void> {
  const face = await findStaleFace(db, storybookId)
  if (!face) return
  const icon = await readIcon(db, blobs, face)
  await db.transaction().execute(async (trx) => {
    const isCurrent = await updateMainComponents(trx, storybookId, face.versionId)
    if (isCurrent) await replaceIcon(trx, storybookId, 'build', icon)
  })
}

async function readIcon(
  db: Database,
  blobs: Archives,
  { versionId, versionPublicId }: { versionId: number | null; versionPublicId: string | null },
) {
  if (versionId === null || versionPublicId === null) return undefined
  const index = await findArchiveIndex(db, versionId)
  const blob = index && (await openIfExists(blobs, versionPublicId))
  if (!blob) return undefined
  try {
    return await readBuildIcon(decodeIndex(index), blob.source)
  } finally {
    await blob.close()
  }
}
