import { spawn } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A benchmark cannot run here; the message says what is missing. The others still run. */
export class Unavailable extends Error {}

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']

/** The path of a program; throws with installation advice if it is missing. */
export function program(name: string, debianPackage = name): string {
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) {
    throw new Unavailable(`This needs ${name}: apt-get install ${debianPackage} (Debian and Ubuntu).`)
  }
  return found
}

/** Runs a command to its end and returns its output. */
export async function run(command: string, args: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${errors || output}`)
  return output
}

/** Stops a process and waits for its exit. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
