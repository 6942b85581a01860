import type { ContentsState } from '@plinth/contract/versions.ts'

import type { ComparedVersion } from '../../contents/present-comparison.ts'
import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { findArchiveIndex } from '../../viewer/store.ts'
import { presentVersion } from '../versions/present.ts'
import { findNewestVersion, findVersionOfStorybook } from '../versions/store.ts'
import { findBaseline } from './baseline-store.ts'
import { findContents } from './store.ts'

interface ComparedStorybook {
  id: number
  /** The newest version: of the main branch, if it has one. */
  version_public_id: string | null
}

/** Versions to compare, by their ids. */
interface NamedVersions {
  from?: string | undefined
  to?: string | undefined
}

/** What is compared, and with what it is by default. Throws if one of them does not exist. */
export async function findCompared(db: Database, storybook: ComparedStorybook, { from, to }: NamedVersions) {
  const after = await findVersion(
    db,
    storybook.id,
    to ?? storybook.version_public_id ?? (await findNewestVersion(db, storybook.id)),
  )
  const baseline = await findBaseline(db, after.id)
  if (from === undefined && !baseline) throw new Problem('nothing_to_compare')
  const before = await findVersion(db, storybook.id, from ?? baseline?.version)
  return { before, after, baseline }
}

export async function findVersionsToCompare(
  db: Database,
  storybook: ComparedStorybook,
  names: NamedVersions,
): Promise<{ before: ComparedVersion; after: ComparedVersion; state: ContentsState }> {
  const found = await findCompared(db, storybook, names)
  const [before, after] = [await loadVersion(db, found.before), await loadVersion(db, found.after)]
  // Known before it has been read.
  if (found.baseline) {
    const { version, branch, reason } = found.baseline
    after.version.baseline = { version, branch, reason }
  }
  return { before, after, state: stateOfBoth(before.version.contents, after.version.contents) }
}

export function stateOfBoth(one: ContentsState, other: ContentsState): ContentsState {
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
