import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface PidFile {
  pid: number
  port: number
}

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 ? { pid, port } : undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/** Ended, but its parent has not noticed: the first process of a container often does not look after orphans. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The process id may belong to another program by now. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return readFile(`/proc/${pid}/comm`, 'utf8').then(
    (name) => name.startsWith('postgres'),
    () => false,
  )
}

/** A fast shutdown: ends sessions, writes everything, and leaves the files clean. */
export async function stopServer(cluster: string): Promise<void> {
  const server = await readPidFile(cluster)
  if (!server || !isAlive(server.pid) || !(await isPostgres(server.pid))) return
  const hasEnded = () => !existsSync(join(cluster, 'postmaster.pid')) || !isAlive(server.pid)
  process.kill(server.pid, 'SIGINT')
  if (await isTrueWithin(20_000, hasEnded)) return
  // Never left running: the next start recovers.
  process.kill(server.pid, 'SIGQUIT')
  await isTrueWithin(5_000, hasEnded)
}

async function isTrueWithin(milliseconds: number, condition: () => boolean): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (!condition()) {
    if (Date.now() >= deadline) return false
    await sleep(10)
  }
  return true
}
