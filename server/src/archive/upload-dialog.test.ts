import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { checkZip } from '../../../web/src/versions/check-zip.ts'
import { aStorybookZip, filesOf, sharedData } from '../testing/builds.ts'
import { contentRefusals } from '../testing/content-refusals.ts'
import { localRefusals } from '../testing/local-refusals.ts'
import { nameRefusals } from '../testing/name-refusals.ts'
import { structureRefusals } from '../testing/structure-refusals.ts'
import { withZipFile } from '../testing/temporary-zip.ts'
import { writeZip } from '../testing/zip-writer.ts'
import { ingestArchive, readArchive } from './ingest-archive.ts'
import { defaultArchiveLimits } from './limits.ts'
import { ArchiveRefusal } from './refusal.ts'
import type { ArchiveRefusalCode } from './refusal.ts'

const cases = [...structureRefusals, ...localRefusals, ...contentRefusals, ...nameRefusals]

/** What the browser learns from the end and the directory of a zip before it uploads. */
const toldEarly: ArchiveRefusalCode[] = [
  'archive_not_a_zip',
  'archive_truncated',
  'archive_encrypted',
  'archive_empty',
  'archive_no_index',
  'archive_too_many_files',
  'archive_symlink',
  'archive_special_file',
  'archive_method',
  'archive_stored_sizes',
  'archive_folder_with_content',
  'archive_ratio',
  'archive_name_parent',
  'archive_name_absolute',
  'archive_name_drive',
  'archive_name_unc',
  'archive_name_control',
]

async function early(zip: Buffer, files = defaultArchiveLimits.files): Promise<string | undefined> {
  const checked = await checkZip(new Blob([new Uint8Array(zip)]), files)
  return 'problem' in checked ? checked.problem : undefined
}

test.each(cases)('the upload dialog reports $code, or nothing, when $because', async (refused) => {
  const { zip, code, limits = {} } = refused
  const said = await early(zip, limits.files)
  const detail = await withZipFile(zip, (path) =>
    ingestArchive(path, { ...defaultArchiveLimits, ...limits }).catch((error: unknown) =>
      error instanceof ArchiveRefusal ? error.detail : String(error),
    ),
  )
  expect(detail).toEqual(expect.any(String))
  // If several things are wrong, the dialog may report another one.
  const isSame = said === undefined || said === detail || !toldEarly.includes(code)
  expect({ said, detail, isSame }).toMatchObject({ isSame: true })
})

test('the upload dialog reports each of these before uploading', async () => {
  const known = new Set<string>()
  for (const { zip, code, limits } of cases) {
    if ((await early(zip, limits?.files)) !== undefined) known.add(code)
  }
  expect([...known]).toEqual(expect.arrayContaining(toldEarly))
})

test.each([
  ['a small build', aStorybookZip()],
  ['a build in one folder', writeZip([{ name: 'storybook-static/index.html', content: 'x' }])],
  ['a build zipped with backslashes', writeZip([{ name: 'static\\index.html', content: 'x' }])],
  ['a build with a comment', writeZip([{ name: 'index.html', content: 'x' }], { comment: 'Made by hand' })],
])('the upload dialog accepts %s, as the server does', async (_, zip) => {
  await expect(early(zip)).resolves.toBeUndefined()
  await expect(withZipFile(zip, (path) => ingestArchive(path))).resolves.toMatchObject({
    fileCount: expect.any(Number),
  })
})

test.each(filesOf('storybooks', '.zip'))('the upload dialog accepts the real build %s', async (name) => {
  const zip = await openAsBlob(`${sharedData}/storybooks/${name}`)
  await expect(checkZip(zip, defaultArchiveLimits.files)).resolves.toEqual({ missing: [] })
})

/** Why the server refuses a zip; undefined if it opens it. */
const findRefusal = (opening: Promise<unknown>) =>
  opening.then(
    () => undefined,
    (error: unknown) => (error instanceof ArchiveRefusal ? error.detail : Promise.reject(error)),
  )

test.each(filesOf('zips', '.zip'))('the upload dialog refuses %s only if the server does', async (name) => {
  const path = `${sharedData}/zips/${name}`
  const checked = await checkZip(await openAsBlob(path), defaultArchiveLimits.files)
  const said = 'problem' in checked ? checked.problem : undefined
  const handle = await open(path)
  // Most of them are no sites. What the server says about a missing index.html must not hide what it accepts.
  const refusal = await findRefusal(readArchive(handle, defaultArchiveLimits))
  await handle.close()
  const missingIndex = await findRefusal(ingestArchive(path))
  const isRefused = refusal !== undefined || said === undefined || said === missingIndex
  expect({ said, missingIndex, isRefused }).toMatchObject({ isRefused: true })
})
