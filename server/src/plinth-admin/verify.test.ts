// @module-tag long
import { access, mkdtemp, open, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { deleteVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { decodeIndex, encodeIndex, rowsOf } from '../archive/archive-index.ts'
import { seal, sealLength } from '../archive/sealed.ts'
import { aLibrary, settingsOfPortal } from '../testing/library.ts'
import type { Library } from '../testing/library.ts'
import { runAdmin, spawnAdmin } from '../testing/run-admin.ts'
import { callAs, testPortal } from '../testing/test-app.ts'

/** An index with its rows the other way round, as they were stored when they had the order of the zip. */
function inReverse(index: Buffer): Buffer {
  const rows = Array.from(rowsOf(index), ({ start, end }) => index.subarray(start, end))
  const head = index.subarray(0, index.length - sealLength - Buffer.concat(rows).length)
  return seal(Buffer.concat([head, ...rows.toReversed(), Buffer.alloc(sealLength)]))
}

const root = await mkdtemp(join(tmpdir(), 'plinth-verify-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1000)

describe('verify and sweep', { timeout: 240_000 }, () => {
  let library: Library
  let settings: Awaited<ReturnType<typeof settingsOfPortal>>
  let archives: string

  beforeAll(async () => {
    library = await aLibrary(4)
    settings = await settingsOfPortal()
    archives = join(settings.PLINTH_DATA, 'blobs/archives')
  }, 120_000)

  test('a flipped byte, a missing archive and an unrecorded one are reported by name', async () => {
    const [flipped = '', missing = '', fine = ''] = library.versions
    const file = await open(join(archives, `${flipped}.zip`), 'r+')
    const byte = Buffer.alloc(1)
    await file.read(byte, 0, 1, 5000)
    await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, 5000)
    const kept = join(root, `${missing}.zip`)
    await rename(join(archives, `${missing}.zip`), kept)
    await writeFile(join(archives, 'stranger.zip'), 'not ours')
    await utimes(join(archives, 'stranger.zip'), twoDaysAgo, twoDaysAgo)

    const { code, output } = await runAdmin(['verify'], settings)
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`damaged +${flipped}`))
    expect(output).toMatch(new RegExp(`missing +${missing}`))
    expect(output).toMatch(/unrecorded +stranger/)
    expect(output).toContain('3 findings')
    // On a busy machine there are lines of progress, which name the archive to continue after.
    const findings = output.split('\n').filter((line) => !line.includes('(continue with --after '))
    expect(findings.join('\n')).not.toContain(fine)

    await file.write(byte, 0, 1, 5000)
    await file.close()
    await rename(kept, join(archives, `${missing}.zip`))
    // An archive left by a recently failed upload is swept within a day, and not reported until then.
    await utimes(join(archives, 'stranger.zip'), new Date(), new Date())
    const sound = await runAdmin(['verify'], settings)
    expect(sound.output).toContain('1 archive without a version')
    expect(sound).toMatchObject({ code: 0, output: expect.stringContaining('All archives are as they were') })
    await rm(join(archives, 'stranger.zip'))
  })

  test('an index that is not of the archive is reported, and one in the order of the zip is not', async () => {
    const { db } = await testPortal()
    const [changed = '', rebuilt = ''] = library.versions
    const indexOfVersion = (publicId: string) =>
      db
        .selectFrom('archive_indexes')
        .innerJoin('versions', 'versions.id', 'archive_indexes.version_id')
        .select(['version_id as id', 'index'])
        .where('public_id', '=', publicId)
        .executeTakeFirstOrThrow()
    const store = (id: number, index: Buffer, blocks: Buffer | null = null) =>
      db.updateTable('archive_indexes').set({ index, blocks }).where('version_id', '=', id).execute()
    const { id, index } = await indexOfVersion(changed)
    const other = await indexOfVersion(rebuilt)
    await store(other.id, inReverse(other.index))
    expect(await runAdmin(['verify'], settings)).toMatchObject({ code: 0 })

    const { zipBytes, entries } = decodeIndex(index)
    const [entry] = entries.values()
    if (!entry) throw new Error('the index is empty')
    const moved = new Map(entries).set(entry.path, { ...entry, crc32: 7 })
    for (const wrong of [encodeIndex({ zipBytes, entries: moved }), Buffer.from('damaged')]) {
      await store(id, wrong)
      const { code, output } = await runAdmin(['verify'], settings)
      expect({ code, output }).toMatchObject({
        code: 1,
        output: expect.stringMatching(`misindexed +${changed}`),
      })
    }
    await store(id, index, Buffer.from('blocks of something else'))
    expect((await runAdmin(['verify'], settings)).output).toMatch(new RegExp(`misindexed +${changed}`))
    await store(id, index)
    await store(other.id, other.index)
  })

  test('it can continue after a version, and check only new ones', async () => {
    const [first = '', , , last = ''] = library.versions
    const rest = await runAdmin(['verify', '--after', first], settings)
    const nothing = await runAdmin(['verify', '--after', last], settings)
    expect(rest).toMatchObject({ code: 0, output: expect.stringContaining('verified 3 of 3') })
    expect(nothing).toMatchObject({ code: 0, output: expect.stringContaining('verified 0 of 0') })
    const future = await runAdmin(['verify', '--since', '2999-01-01'], settings)
    expect(future).toMatchObject({ code: 0, output: expect.stringContaining('verified 0 of 0') })
    expect(await runAdmin(['verify', '--since', 'yesterday'], settings)).toMatchObject({ code: 2 })
    expect(await runAdmin(['verify', '--after', 'nobody'], settings)).toMatchObject({ code: 1 })
  })

  test('a sweep prints what it removes, and a dry run removes nothing', async () => {
    const [, , gone = ''] = library.versions
    const call = await callAs(library.person)
    const { account, storybook } = library
    await call(deleteVersion, { params: { account, storybook, version: gone } })
    const { db } = await testPortal()
    await sql`UPDATE versions SET deleted_at = now() - interval '8 days' WHERE public_id = ${gone}`.execute(
      db,
    )
    const dryRun = await runAdmin(['sweep', '--dry-run'], settings)
    expect(dryRun).toMatchObject({ code: 0, output: expect.stringContaining('Would remove 1 deleted') })
    await access(join(archives, `${gone}.zip`))
    const swept = await spawnAdmin(['sweep'], settings)
    expect(swept).toMatchObject({ code: 0, output: expect.stringContaining('Removed 1 deleted version,') })
    await expect(access(join(archives, `${gone}.zip`))).rejects.toThrow('ENOENT')
  })
})
