import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { vi } from 'vitest'

import { runCommand } from '../plinth-admin/run-command.ts'
import { bareEnvironment } from './bare-environment.ts'
import { storeKeys } from './object-stores.ts'
import type { storeProxy } from './store-proxy.ts'

const main = fileURLToPath(new URL('../plinth-admin/main.ts', import.meta.url))

export interface AdminRun {
  code: number | null
  output: string
}

function startAdmin(args: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: { ...bareEnvironment(), HOME: process.env['HOME'], ...storeKeys, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<AdminRun>((resolve) => child.once('close', (code) => resolve({ code, output })))
  return { ended, kill: () => child.kill('SIGKILL') }
}

/** Runs plinth-admin as an operator does, in a process of its own, which must end by itself. */
export const spawnAdmin = (args: string[], settings: Record<string, string>) =>
  startAdmin(args, settings).ended

/** Runs a command in this process, which saves loading all of its modules again. */
export async function runAdmin(args: string[], settings: Record<string, string>): Promise<AdminRun> {
  let output = ''
  const collect = (chunk: string | Uint8Array) => {
    output += String(chunk)
    return true
  }
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(collect),
  )
  try {
    return { code: await runCommand(args, settings), output }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Starts a command that writes archives through the proxy, and kills it when only some of them are written. */
export async function runAdminAndKill(
  args: string[],
  settings: Record<string, string>,
  proxy: Awaited<ReturnType<typeof storeProxy>>,
): Promise<AdminRun> {
  const isHeld = proxy.holdWrites(3)
  const { ended, kill } = startAdmin(args, settings)
  await Promise.race([isHeld, ended])
  kill()
  proxy.releaseWrites()
  return ended
}
