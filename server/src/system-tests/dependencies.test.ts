// @module-tag long
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { bareEnvironment } from '../testing/bare-environment.ts'

const project = join(import.meta.dirname, '../../..')
const root = await mkdtemp(join(tmpdir(), 'plinth-dependencies-'))

/** What the registry answers to an audit. */
let advisories: object | undefined

const registry = createServer((request, response) => {
  const isAudit = request.url?.endsWith('/advisories/bulk') === true
  request.resume().once('end', () => {
    if (isAudit && advisories) response.end(JSON.stringify(advisories))
    else response.writeHead(405).end()
  })
})

beforeAll(async () => {
  await cp(join(project, 'scripts'), join(root, 'scripts'), { recursive: true })
  const shared = 'camera/src/browser/find-chromium.mjs'
  await cp(join(project, shared), join(root, shared))
  await mkdir(join(root, 'docs'))
  await new Promise<void>((resolve) => void registry.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  registry.close()
  await rm(root, { recursive: true, force: true })
})

/** Runs the check in a project with one dependency. */
async function check({ license = 'MIT' } = {}, ...flags: string[]) {
  const about = { name: 'project', version: '1.0.0', dependencies: { 'left-pad': '1.3.0' } }
  const lock = {
    ...about,
    lockfileVersion: 3,
    packages: { '': about, 'node_modules/left-pad': { version: '1.3.0', license } },
  }
  await writeFile(join(root, 'package.json'), JSON.stringify(about))
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock))
  const { port } = registry.address() as AddressInfo
  const child = spawn(process.execPath, [join(root, 'scripts/dependencies.mjs'), ...flags], {
    env: {
      ...bareEnvironment(),
      HOME: root,
      ...(process.env['npm_execpath'] ? { npm_execpath: process.env['npm_execpath'] } : {}),
      npm_config_registry: `http://127.0.0.1:${port}`,
    },
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

/** npm remembers advisories by their ids. */
const anAdvisory = (id: number, severity: string) => ({
  'left-pad': [{ id, title: 'Pads too much', severity, vulnerable_versions: '<2', cwe: [], cvss: {} }],
})

test('the list of licences is written and compared, and other licences are refused', async () => {
  advisories = {}
  await writeFile(join(root, 'docs/licences.md'), 'as it was\n')
  expect(await check()).toMatchObject({ code: 1, output: expect.stringContaining('is out of date') })
  expect(await check({}, '--write')).toEqual({ code: 0, output: '' })
  expect(await readFile(join(root, 'docs/licences.md'), 'utf8')).toContain('## MIT\n\n- left-pad 1.3.0\n')
  expect(await check()).toEqual({ code: 0, output: '' })
  const refused = await check({ license: 'AGPL-3.0-only' }, '--write')
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('left-pad 1.3.0: AGPL-3.0-only') })
})

test('a severe vulnerability fails, and a registry that does not answer is a warning', async () => {
  advisories = anAdvisory(1, 'critical')
  expect(await check({}, '--write')).toMatchObject({ code: 1, output: expect.stringContaining('left-pad') })
  advisories = anAdvisory(2, 'moderate')
  expect(await check()).toEqual({ code: 0, output: '' })
  advisories = undefined
  expect(await check()).toMatchObject({ code: 0, output: expect.stringContaining('WARNING: dependencies') })
})
