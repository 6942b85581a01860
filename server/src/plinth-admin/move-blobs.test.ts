// @module-tag long
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { pino } from 'pino'
import { expect, test } from 'vitest'

import { openStore } from '../blobs/open-blobs.ts'
import { readBlobAddress } from '../settings/blob-address.ts'
import { addVersion, aLibrary, settingsOfPortal, view } from '../testing/library.ts'
import { azureForTests, s3ForTests } from '../testing/object-stores.ts'
import { runAdmin, runAdminAndKill, spawnAdmin } from '../testing/run-admin.ts'
import { storeProxy } from '../testing/store-proxy.ts'
import { restartPortal, testPortal } from '../testing/test-app.ts'
import { sizesIn } from './copy-archive.ts'

async function keysIn(address: string): Promise<string[]> {
  const drafts = join((await testPortal()).folder, 'drafts')
  const store = await openStore(readBlobAddress(address), {
    setting: '--from',
    drafts,
    log: pino({ level: 'silent' }),
  })
  return [...(await sizesIn(store)).keys()]
}

test(
  'moves from a folder to S3 to Azure while versions are viewed: no view fails, and a killed move can continue',
  { timeout: 240_000 },
  async () => {
    const library = await aLibrary(10)
    const { folder } = await testPortal()
    const settings = await settingsOfPortal()
    const [s3, azure] = [await s3ForTests(), await azureForTests()]
    const proxy = await storeProxy(s3.port)
    const inFolder = `file:${join(folder, 'blobs')}`
    const inS3 = s3.address('moved', proxy.port)
    const inAzure = azure.address('moved')

    const seen: number[] = []
    async function whileLooking(work: () => Promise<void>) {
      const enough = new AbortController()
      const look = async () => {
        for (let i = 0; !enough.signal.aborted; i++) {
          seen.push(await view(library, library.versions[i % library.versions.length] ?? ''))
          // Otherwise the views would take most of the time from the move.
          await sleep(5)
        }
      }
      const looking = look()
      await work().finally(() => enough.abort())
      await looking
    }

    const noCopies = { PLINTH_CACHE_BYTES: '0' }
    await restartPortal({ ...noCopies, PLINTH_BLOBS: inS3, PLINTH_BLOBS_FROM: inFolder })
    await whileLooking(async () => {
      const command = ['move-blobs', '--from', inFolder, '--to', inS3]
      const interrupted = await runAdminAndKill(command, settings, proxy)
      expect(interrupted.code).toBeNull()
      expect(await runAdmin(command, settings)).toMatchObject({ code: 0 })
    })
    const archives = join(folder, 'blobs/archives')
    expect((await readdir(archives)).length).toBeGreaterThanOrEqual(10)

    await restartPortal({ ...noCopies, PLINTH_BLOBS: inAzure, PLINTH_BLOBS_FROM: inS3 })
    const moving = { ...settings, PLINTH_BLOBS: inAzure, PLINTH_BLOBS_FROM: inS3 }
    await whileLooking(async () => {
      await addVersion(library)
      const moved = await spawnAdmin(['move-blobs', '--delete-source'], moving)
      expect(moved).toMatchObject({ code: 0, output: expect.stringContaining('compared and removed') })
    })
    await restartPortal({ ...noCopies, PLINTH_BLOBS: inAzure })
    for (const version of library.versions) expect(await view(library, version)).toBe(200)
    expect(await runAdmin(['verify'], { ...settings, PLINTH_BLOBS: inAzure })).toMatchObject({ code: 0 })
    expect(seen.length).toBeGreaterThan(20)
    expect(seen.filter((status) => status !== 200)).toEqual([])
  },
)

test(
  'one store under two addresses is refused for moves and backups, and nothing is lost',
  { timeout: 120_000 },
  async () => {
    const { folder } = await restartPortal({})
    const library = await aLibrary(1)
    const place = await settingsOfPortal()
    const same = { code: 1, output: expect.stringContaining('Both stores are the same') }
    const move = ['move-blobs', '--delete-source', '--from']

    const inFolder = join(folder, 'blobs')
    const linked = join(folder, 'linked')
    await symlink(inFolder, linked)
    expect(await runAdmin([...move, linked, '--to', inFolder], place)).toMatchObject(same)
    const beside = { code: 1, output: expect.stringContaining('beside the archives') }
    expect(await runAdmin(['backup', '--to', linked], place)).toMatchObject(beside)
    for (const version of library.versions) expect(await view(library, version)).toBe(200)

    const s3 = await s3ForTests()
    const inS3 = { PLINTH_BLOBS: s3.address('one') }
    await restartPortal({ ...inS3, PLINTH_CACHE_BYTES: '0' })
    await addVersion({ ...library, versions: [] })
    const disguised = `${s3.address('one')}&region=eu-central-1`
    expect(await runAdmin([...move, disguised], { ...place, ...inS3 })).toMatchObject(same)
    const ofPortal = { code: 1, output: expect.stringContaining('the store of a portal') }
    expect(await runAdmin(['backup', '--to', disguised], place)).toMatchObject(ofPortal)
    expect(await keysIn(disguised)).toHaveLength(1)
  },
)
