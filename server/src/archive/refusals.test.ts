import { archiveProblems } from '@plinth/contract/archive-problems.ts'
import { describe, expect, test } from 'vitest'

import { contentRefusals } from '../testing/content-refusals.ts'
import { localRefusals } from '../testing/local-refusals.ts'
import { nameRefusals } from '../testing/name-refusals.ts'
import { structureRefusals } from '../testing/structure-refusals.ts'
import { withZipFile } from '../testing/temporary-zip.ts'
import { ingestArchive } from './ingest-archive.ts'
import { defaultArchiveLimits } from './limits.ts'
import { ArchiveRefusal } from './refusal.ts'

const cases = [...structureRefusals, ...localRefusals, ...contentRefusals, ...nameRefusals]

describe('a zip is refused', () => {
  test.each(cases)('with $code when $because', async ({ code, zip, naming = /\w/, limits = {} }) => {
    const refusal = await withZipFile(zip, (path) =>
      ingestArchive(path, { ...defaultArchiveLimits, ...limits }).catch((error: unknown) => error),
    )
    expect(refusal).toBeInstanceOf(ArchiveRefusal)
    expect(refusal).toMatchObject({ code })
    expect((refusal as ArchiveRefusal).detail).toMatch(naming)
  })
})

test('every code has a zip that is refused with it', () => {
  const codes = new Set<string>(cases.map(({ code }) => code))
  expect([...codes].toSorted()).toEqual(Object.keys(archiveProblems).toSorted())
})
