import type { ContentsState } from '@plinth/contract/versions.ts'

import type { ComparedVersion } from '../../contents/present-comparison.ts'
import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { findArchiveIndex } from '../../viewer/store.ts'
import { presentVersion } from '../versions/present.ts'
import { findVersionOfStorybook } from '../versions/store.ts'
import { findPreviousVersion } from './comparison-store.ts'
import { findContents } from './store.ts'

interface ComparedStorybook {
  id: number
  /** The newest version. */
  version_public_id: string | null
}

/** By default the newest version, and the one before it. */
export async function findVersionsToCompare(
  db: Database,
  storybook: ComparedStorybook,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<{ before: ComparedVersion; after: ComparedVersion; state: ContentsState }> {
  const later = await findVersion(db, storybook.id, to ?? storybook.version_public_id)
  const earlier = await findVersion(db, storybook.id, from ?? (await findPreviousVersion(db, later.id)))
  const [before, after] = [await loadVersion(db, earlier), await loadVersion(db, later)]
  return { before, after, state: stateOfBoth(before.version.contents, after.version.contents) }
}

function stateOfBoth(one: ContentsState, other: ContentsState): ContentsState {
  if (one === 'reading' || other === 'reading') return 'reading'
  return one === 'ready' ? other : one
}

async function findVersion(db: Database, storybookId: number, publicId: string | null | undefined) {
  const row = publicId ? await findVersionOfStorybook(db, storybookId, publicId) : undefined
  if (!row) throw new Problem('not_found')
  return row
}

async function loadVersion(
  db: Database,
  row: Awaited<ReturnType<typeof findVersion>>,
): Promise<ComparedVersion> {
  const index = await findArchiveIndex(db, row.id)
  if (!index) throw new Problem('not_found')
  return { version: presentVersion(row), contents: await findContents(db, row.id), index }
}
