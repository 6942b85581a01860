import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { isAlive } from '../server/src/embedded/postgres/server-process.ts'
import { bareEnvironment } from '../server/src/testing/bare-environment.ts'

const run = fileURLToPath(new URL('run.ts', import.meta.url))

/** The process ids of every PostgreSQL with its files below the folder. */
async function postgresIn(folder: string): Promise<number[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  const found = files.filter((path) => path.endsWith('cluster/postmaster.pid'))
  const texts = await Promise.all(found.map((path) => readFile(join(folder, path), 'utf8').catch(() => '')))
  return texts.map((text) => Number(text.split('\n')[0])).filter((id) => id > 0)
}

// One whose portal has a PostgreSQL, and one that starts it itself.
test.each(['edges', 'tenants'])(
  'a signal ends the proof of %s with everything that it started',
  { tags: ['long'] },
  async (proof) => {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-signals-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', run, proof, '--seed', '1'],
      {
        env: { ...bareEnvironment(), TMPDIR: folder },
        stdio: 'ignore',
      },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    await expect.poll(() => postgresIn(folder), { timeout: 50_000 }).not.toEqual([])
    const [postgres = 0] = await postgresIn(folder)
    expect(isAlive(postgres)).toBe(true)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([143, null])
    expect(isAlive(postgres)).toBe(false)
    expect(await readdir(folder)).toEqual([])
  },
)
