import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

import { CameraError } from '../camera-error.ts'
import type { Confinement } from './confinement.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { chromiumFlags } from './flags.ts'
import { measureTree } from './process-tree.ts'

/** What a browser may use; one that uses more is ended. */
export interface BrowserLimits {
  bytes: number
  processes: number
  threads: number
  diskBytes: number
  milliseconds: number
}

export const defaultLimits: BrowserLimits = {
  bytes: 1.5e9,
  processes: 60,
  threads: 1500,
  diskBytes: 256e6,
  milliseconds: 5 * 60_000,
}

export type ExceededLimit = 'memory' | 'processes' | 'disk' | 'time' | 'messages'

export interface Browser {
  connection: Connection
  /** For example `Chromium 156.0.8078.79`. */
  product: string
  processId: number
  /** Which limit it was ended for, if it was. */
  exceeded(): ExceededLimit | undefined
  /** The most it has used so far. */
  peak(): { bytes: number; processes: number }
  /** Ends it and everything it started. */
  close(): Promise<void>
}

export interface LaunchOptions {
  chromium: string
  confinement: Confinement
  limits?: BrowserLimits
}

const checkEveryMs = 100
const profilePrefix = 'plinth-camera-'

export async function launchBrowser({
  chromium,
  confinement,
  limits = defaultLimits,
}: LaunchOptions): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), `${profilePrefix}${process.pid}-`))
  if (confinement.user !== undefined) chownSync(profile, confinement.user, confinement.user)
  const [program, ...args] = [
    ...confinement.command,
    chromium,
    ...chromiumFlags,
    ...confinement.flags,
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    'about:blank',
  ]
  const child = spawn(program ?? '', args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    // A process group of its own, which ends as a whole.
    detached: true,
    cwd: profile,
    env: { PATH: process.env['PATH'], HOME: profile, TMPDIR: profile, LANG: 'C.UTF-8' },
  })
  const processId = child.pid
  const hasExited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  if (processId === undefined) {
    await hasExited
    throw new CameraError(`Chromium could not be started: ${program}.`)
  }

  let exceeded: ExceededLimit | undefined
  const peak = { bytes: 0, processes: 0 }
  const kill = () => {
    try {
      process.kill(-processId, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  const end = (limit: ExceededLimit) => {
    exceeded ??= limit
    kill()
  }
  const connection = openConnection(child.stdio[3] as Writable, child.stdio[4] as Readable, () =>
    end('messages'),
  )
  const check = setInterval(() => {
    const use = measureTree(processId)
    peak.bytes = Math.max(peak.bytes, use.bytes)
    peak.processes = Math.max(peak.processes, use.processes)
    if (use.bytes > limits.bytes) end('memory')
    if (use.processes > limits.processes || use.threads > limits.threads) end('processes')
    if (sizeOf(profile) > limits.diskBytes) end('disk')
  }, checkEveryMs)
  const timer = setTimeout(() => end('time'), limits.milliseconds)

  async function close() {
    clearInterval(check)
    clearTimeout(timer)
    kill()
    await hasExited
    connection.close('the browser was closed')
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    const { product } = await connection.send('Browser.getVersion')
    return {
      connection,
      product: String(product)
        .replace(/^(?:Headless)?Chrome\//, 'Chromium ')
        .slice(0, 100),
      processId,
      exceeded: () => exceeded,
      peak: () => peak,
      close,
    }
  } catch (cause) {
    await close()
    throw new CameraError('Chromium did not start. Run it by hand to see why.', { cause })
  }
}

function sizeOf(folder: string): number {
  let bytes = 0
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size
  } catch {
    // Files come and go meanwhile.
  }
  return bytes
}

/** Removes what cameras that were killed have left. */
export function removeOldProfiles(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(profilePrefix) ? Number(name.slice(profilePrefix.length).split('-')[0]) : 0
    if (owner <= 0 || isRunning(owner)) continue
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {
      // Somebody else's.
    }
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
