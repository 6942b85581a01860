import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterTestFile } from '@plinth/server/src/testing/clean-up.ts'
import { build } from 'rolldown'

import config from '../../rolldown.config.ts'

const home = fileURLToPath(new URL('../..', import.meta.url))

let folder: Promise<string> | undefined

/** Bundles the program as it is published; returns the path of the one file. */
export async function bundle(): Promise<string> {
  folder ??= buildInFolder()
  return join(await folder, 'dist/plinth.js')
}

async function buildInFolder(): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'plinth-cli-'))
  afterTestFile(async () => {
    folder = undefined
    await rm(target, { recursive: true, force: true })
  })
  await copyFile(join(home, 'package.json'), join(target, 'package.json'))
  const output = { ...config.output, dir: join(target, 'dist') }
  await build({ ...config, cwd: home, output, logLevel: 'warn' })
  return target
}
