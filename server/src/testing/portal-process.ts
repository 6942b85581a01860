import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { createClient } from '@plinth/contract/client.ts'
import { getReadiness } from '@plinth/contract/health.ts'

import { portalFlags } from '../../../scripts/portal-flags.mjs'
import { bareEnvironment } from './bare-environment.ts'

export const serverMain = fileURLToPath(new URL('../main.ts', import.meta.url))

interface RunOptions {
  env: Record<string, string>
  args?: string[]
  /** A module that the process and its threads load before anything else. */
  preload?: URL | undefined
  /** In a session and process group of its own, without a terminal. */
  detached?: boolean
}

/** Runs a script with only these settings and collects its output. */
export function runScript(script: string, { env, args = [], preload, detached = false }: RunOptions) {
  const loaded = preload ? ['--import', preload.href] : []
  const flags = [...portalFlags, ...loaded]
  const child = spawn(process.execPath, [...flags, script, ...args], {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, ended, output: () => output }
}

export type Running = ReturnType<typeof runScript>

/** Far longer than any start takes. */
const maxStartMs = 120_000

/** Waits until the portal on that port is ready and returns how many milliseconds that took. */
export async function untilReady(
  { child, output }: Running,
  port: number,
  name = '127.0.0.1',
): Promise<number> {
  const call = createClient({ baseUrl: `http://${name}:${port}` })
  const isReady = () =>
    call(getReadiness).then(
      () => true,
      () => false,
    )
  const started = Date.now()
  while (!(await isReady())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(output())
    if (Date.now() - started > maxStartMs) throw new Error(`The portal was not ready in time.\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return Date.now() - started
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  await ended
}
