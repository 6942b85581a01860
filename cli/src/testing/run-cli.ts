import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'

import { bareEnvironment } from '@plinth/server/src/testing/bare-environment.ts'

import { bundle } from './bundle.ts'

export interface ProcessResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the bundled program with only this environment: variables of our own pipeline must not leak in. */
export async function runCli(
  args: string[],
  env: Record<string, string> = {},
  { node = process.execPath, cwd = tmpdir() }: { node?: string; cwd?: string } = {},
): Promise<ProcessResult> {
  return run(node, [await bundle(), ...args], env, cwd)
}

export function run(
  command: string,
  args: string[],
  env: Record<string, string>,
  cwd = tmpdir(),
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    // The portal of the tests has no camera that would take them.
    const noPictures = { PLINTH_PICTURES_WAIT: '0' }
    const child = spawn(command, args, {
      cwd,
      env: { ...bareEnvironment(), ...noPictures, ...env },
      stdio: 'pipe',
    })
    const result: ProcessResult = { code: null, stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (result.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (result.stderr += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ ...result, code }))
  })
}
