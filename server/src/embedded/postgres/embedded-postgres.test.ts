import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { expect, onTestFinished, test } from 'vitest'

import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { freePort } from './free-port.ts'
import { isAlive } from './server-process.ts'

test('after a crash of the machine, another program may have the process id that PostgreSQL had', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-postgres-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const pidFile = join(folder, 'cluster/postmaster.pid')
  const first = await startEmbeddedPostgres(folder)
  const lines = (await readFile(pidFile, 'utf8')).split('\n')
  await first.stop()
  await writeFile(
    pidFile,
    lines
      .with(0, String(process.pid))
      .with(3, String(await freePort()))
      .join('\n'),
  )
  const again = await startEmbeddedPostgres(folder)
  onTestFinished(() => again.stop())
  expect(Number((await readFile(pidFile, 'utf8')).split('\n')[0])).not.toBe(process.pid)
}, 50_000)

test.runIf(process.platform === 'linux')(
  'a process that has ended is not alive, though its parent does not notice',
  async () => {
    // A shell could still notice, so the child ends only once another program has taken its place.
    const parent = spawn('sh', ['-c', '(read line <&3) & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    })
    onTestFinished(() => void parent.kill())
    const [line] = (await once(parent.stdio[1] as Readable, 'data')) as [Buffer]
    const pid = Number(line.toString())
    await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
    expect(isAlive(pid)).toBe(true)
    parent.stdio[3]?.destroy()
    await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')
    expect(isAlive(pid)).toBe(false)
    expect(isAlive(process.pid)).toBe(true)
  },
)
