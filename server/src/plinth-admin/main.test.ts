import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test, vi } from 'vitest'

import { settingsOfPortal } from '../testing/library.ts'
import { runAdmin, spawnAdmin } from '../testing/run-admin.ts'

// Each test starts several processes.
vi.setConfig({ testTimeout: 120_000 })

const root = await mkdtemp(join(tmpdir(), 'plinth-admin-'))
afterAll(() => rm(root, { recursive: true, force: true }))

test('without a command it lists the commands and exits with 2', async () => {
  const { code, output } = await spawnAdmin([], {})
  expect(code).toBe(2)
  for (const name of ['backup', 'restore', 'verify', 'sweep', 'adopt-store', 'move-blobs', 'rotate-keys']) {
    expect(output).toContain(name)
  }
  expect((await spawnAdmin(['--help'], {})).code).toBe(0)
})

test('every command has help', async () => {
  const { code, output } = await runAdmin(['backup', '--help'], {})
  expect(code).toBe(0)
  expect(output).toContain('--to <store>')
})

test('an invalid command line exits with 2 and an explanation', async () => {
  expect(await spawnAdmin(['explode'], {})).toMatchObject({ code: 2 })
  expect(await runAdmin(['backup', '--too'], {})).toMatchObject({ code: 2 })
  expect(await runAdmin(['backup'], {})).toMatchObject({ code: 2, output: expect.stringContaining('--to <') })
  expect(await runAdmin(['move-blobs'], {})).toMatchObject({ code: 2 })
  const { code, output } = await runAdmin(['backup', '--to', 's3://key:hunter2@bucket'], {})
  expect(code).toBe(2)
  expect(output).not.toContain('hunter2')
})

test('a missing database is reported, and none is created', async () => {
  const PLINTH_DATA = await mkdtemp(join(root, 'nothing-'))
  const { code, output } = await spawnAdmin(['verify'], { PLINTH_DATA })
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('There is no database') })
  expect(await readdir(PLINTH_DATA)).toEqual([])
  const DATABASE_URL = 'postgres://plinth:hunter2@127.0.0.1:1/plinth'
  const away = await runAdmin(['verify'], { PLINTH_DATA, DATABASE_URL })
  expect(away.code).toBe(1)
  expect(away.output).toContain('The database does not answer')
  expect(away.output).not.toContain('hunter2')
})

test('commands bypass the pooler if there is a direct address', async () => {
  const place = await settingsOfPortal()
  const settings = {
    ...place,
    DATABASE_URL: 'postgres://plinth@127.0.0.1:1/plinth',
    PLINTH_DATABASE_DIRECT_URL: place.DATABASE_URL,
  }
  const { code, output } = await runAdmin(['sweep', '--dry-run'], settings)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Would remove') })
})
