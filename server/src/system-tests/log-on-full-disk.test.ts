import fs, { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { openLog } from '../operations/log.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a log on a full disk stops nothing, is reported once, and resumes when there is space', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'plinth.log')
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { log } = openLog({ level: 'info', file })
  log.info('before')

  const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  for (let i = 0; i < 3000; i++) log.info({ filler: 'x'.repeat(500) }, 'meanwhile')
  expect(full.mock.calls.length).toBeLessThan(10)
  expect(full).toHaveBeenCalled()
  expect(stderr.mock.calls).toEqual([['Cannot write the log: no space left on device\n']])

  full.mockRestore()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  log.info('after')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines[0]).toContain('before')
  expect(lines[1]).toContain('meanwhile')
  expect(lines.at(-1)).toContain('after')
  expect(lines.length).toBeLessThan(10)
  for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow()
})
