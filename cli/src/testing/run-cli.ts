import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'

import { bareEnvironment } from '@plinth/server/src/testing/bare-environment.ts'

import { bundle } from './bundle.ts'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the built program with this environment and no other, so that no pipeline of ours shines through. */
export async function runCli(
  args: string[],
  env: Record<string, string> = {},
  { node = process.execPath, cwd = tmpdir() }: { node?: string; cwd?: string } = {},
): Promise<Ended> {
  return run(node, [await bundle(), ...args], env, cwd)
}

export function run(
  command: string,
  args: string[],
  env: Record<string, string>,
  cwd = tmpdir(),
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...bareEnvironment(), ...env }, stdio: 'pipe' })
    const ended: Ended = { code: null, stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ ...ended, code }))
  })
}
