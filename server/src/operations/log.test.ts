import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openLog } from './log.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-log-'))
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

test.runIf(process.platform === 'linux')('a full disk is reported once and does not throw', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { log } = openLog({ level: 'info', file: '/dev/full' })
  for (let i = 0; i < 3; i++) expect(() => log.info('a line')).not.toThrow()
  expect(written.mock.calls).toEqual([[expect.stringMatching(/^Cannot write the log: ENOSPC/)]])
})

test('a rotated log continues in a new file, or in the old one if there can be none', async () => {
  const file = join(folder, 'logs', 'plinth.log')
  const { log, reopen } = openLog({ level: 'info', file })
  log.info('before')
  await rename(file, `${file}.1`)
  reopen()
  log.info('after')
  const [old, current] = [await readFile(`${file}.1`, 'utf8'), await readFile(file, 'utf8')]
  expect([old.includes('"before"'), old.includes('"after"')]).toEqual([true, false])
  expect([current.includes('"before"'), current.includes('"after"')]).toEqual([false, true])
  await rename(join(folder, 'logs'), join(folder, 'moved'))
  await writeFile(join(folder, 'logs'), 'in the way')
  expect(reopen).not.toThrow()
  expect(await readFile(join(folder, 'moved', 'plinth.log'), 'utf8')).toContain(
    'could not reopen the log file',
  )
})

test('values and messages are one line of JSON each, whatever is in them', async () => {
  const file = join(folder, 'plinth.log')
  const { log } = openLog({ level: 'info', file })
  const value = 'first\n{"level":50,"msg":"forged"}\r\u2028%s %j'
  log.info({ value }, value)
  const lines = (await readFile(file, 'utf8')).split('\n')
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, value, msg: value })
})
