import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'rolldown'
import { afterAll } from 'vitest'

import config from '../../rolldown.config.ts'

const home = fileURLToPath(new URL('../..', import.meta.url))

let folder: Promise<string> | undefined

/** Bundles the program as it is published; returns the path of the one file. */
export async function bundle(): Promise<string> {
  folder ??= buildInto(mkdtemp(join(tmpdir(), 'plinth-cli-')))
  return join(await folder, 'dist/plinth.js')
}

async function buildInto(created: Promise<string>): Promise<string> {
  const target = await created
  await copyFile(join(home, 'package.json'), join(target, 'package.json'))
  const output = { ...config.output, file: join(target, 'dist/plinth.js') }
  await build({ ...config, cwd: home, output, logLevel: 'warn' })
  return target
}

afterAll(async () => {
  if (folder) await rm(await folder, { recursive: true, force: true })
})
