import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { findProgram } from '../../camera/src/browser/find-chromium.mjs'

export interface Program {
  /** What it printed that matched. */
  match: readonly string[]
  end(): Promise<void>
}

const startMs = 60_000

/** Starts a program with all that belong to it, and waits until it has printed what is expected, or at least runs. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { ready, env = {} }: { ready?: RegExp; env?: Record<string, string> },
): Promise<Program> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, detached: true })
  const exited = once(child, 'exit')
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    process.kill(-child.pid, 'SIGKILL')
    await exited
  }
  const found = Promise.withResolvers<readonly string[]>()
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    const match = ready?.exec(output)
    if (match) found.resolve(match)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const fail = (reason: string) => found.reject(new Error(`${command} ${reason}:\n${output.slice(-2000)}`))
  if (!ready) child.once('spawn', () => found.resolve([]))
  child.once('error', ({ message }) => fail(message))
  child.once('exit', () => fail('ended'))
  const timer = setTimeout(fail, startMs, 'did not start')
  try {
    return { match: await found.promise, end }
  } catch (error) {
    await end()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Debian's packages put it below the folder of the library, which has the machine's name in it. */
function findMiniBrowser(): string | undefined {
  const libraries = '/usr/lib'
  if (!existsSync(libraries)) return undefined
  return readdirSync(libraries)
    .filter((name) => name.endsWith('-linux-gnu'))
    .flatMap((name) =>
      ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((kit) => join(libraries, name, kit, 'MiniBrowser')),
    )
    .find((path) => existsSync(path))
}

/** The browsers of this machine; undefined where one is not installed. */
export const programs = {
  firefox: findProgram(['firefox-esr', 'firefox']),
  webKitDriver: findProgram(['WebKitWebDriver']),
  miniBrowser: findMiniBrowser(),
  xvfb: findProgram(['Xvfb']),
}
