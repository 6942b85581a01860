import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { isAlive } from '../embedded/postgres/server-process.ts'

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** Portals drain first. */
const stopMs = 20_000

/** For proofs and benches: a signal ends what this process has started, as if the program had come to its end. */
export function endOnSignal(folder: () => string | undefined): void {
  for (const [signal, number] of Object.entries(signals))
    process.once(signal, () => {
      endWhatIsLeft(folder())
      process.exit(128 + number)
    })
}

/**
 * Ends what this process has started, and every PostgreSQL with its files below the folder, whose portal may be gone; then
 * removes the folder. A portal whose files are removed while it runs says that its PostgreSQL has stopped. Everything is done
 * without leaving the event loop to a program that would start the next portal.
 */
export function endWhatIsLeft(folder: string | undefined): void {
  end(childrenOf(process.pid), 'SIGTERM')
  if (folder === undefined) return
  end(postgresIn(folder), 'SIGINT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Waits until they are gone; those that stay are killed. */
function end(processIds: readonly number[], signal: 'SIGTERM' | 'SIGINT'): void {
  const deadline = Date.now() + stopMs
  for (const id of processIds) send(id, signal)
  for (const id of processIds) {
    while (isAlive(id) && Date.now() < deadline) pause(20)
    if (isAlive(id)) send(id, 'SIGKILL')
  }
}

function send(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal)
  } catch {
    // It has ended meanwhile.
  }
}

const pause = (milliseconds: number) =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** Those that serve a database are stopped with the others of their folder, after those that use it. */
function childrenOf(processId: number): number[] {
  const children = readOr(`/proc/${processId}/task/${processId}/children`, '')
  return children
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((id) => !readOr(`/proc/${id}/comm`, '').startsWith('postgres'))
}

function postgresIn(folder: string): number[] {
  return namesIn(folder)
    .filter((path) => path.endsWith('postmaster.pid'))
    .filter((path) => existsSync(join(dirname(join(folder, path)), 'PG_VERSION')))
    .map((path) => Number(readOr(join(folder, path), '').split('\n')[0]))
    .filter((id) => id > 0 && readOr(`/proc/${id}/comm`, '').startsWith('postgres'))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return otherwise
  }
}
