import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { tarball } from '@plinth/server/src/app/packages/tarball.ts'
import { afterTestFile } from '@plinth/server/src/testing/clean-up.ts'
import { reportSkipped } from '@plinth/server/src/testing/report-skipped.ts'
import { describe, expect, test } from 'vitest'

import { isOutdated } from './is-outdated.ts'
import { bundle } from './testing/bundle.ts'
import { createBuild, createEmptyFolder } from './testing/folders.ts'
import { createPublisher } from './testing/publisher.ts'
import { run } from './testing/run-cli.ts'

const pnpm = fileURLToPath(new URL('../../test-packages/node_modules/pnpm/bin/pnpm.mjs', import.meta.url))

/** What a pipeline would have, without PLINTH_URL: the program knows the portal it came from. */
async function createPipeline() {
  const { env, ...publisher } = await createPublisher()
  const { PLINTH_API_KEY, PLINTH_STORYBOOK } = env
  const home = await createEmptyFolder()
  const access = {
    PLINTH_API_KEY,
    PLINTH_STORYBOOK,
    HOME: home,
    npm_config_cache: join(home, 'npm'),
    // Nothing is fetched from anywhere but the portal.
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_fetch_retries: '0',
    pnpm_config_registry: 'http://127.0.0.1:1',
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_STATE_HOME: join(home, 'state'),
  }
  return { ...publisher, home, access, folder: await createBuild() }
}

const lineOf = (line: string) => line.split(' ') as [string, ...string[]]

const linkOf = (versionId: string | undefined) =>
  expect.stringMatching(new RegExp(`/version/${versionId}\\n$`))

/** An address that serves what `current` returns, as that of a portal before and after an upgrade. */
async function startMirror(current: () => Promise<Buffer>): Promise<string> {
  const server = createServer((_, response) => {
    void current().then((body) => response.writeHead(200, { 'cache-control': 'no-cache' }).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTestFile(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the program that the portal serves', () => {
  test('is the same wherever it is built', async () => {
    const served = fileURLToPath(new URL('../dist/plinth.js', import.meta.url))
    expect(await readFile(served, 'utf8')).toBe(await readFile(await bundle(), 'utf8'))
  })

  test('publishes with npx, which runs the current one after an upgrade', async () => {
    const { access, folder, home, origin, versions } = await createPipeline()
    const old = tarball([
      {
        path: 'package/package.json',
        content: Buffer.from('{"name":"plinth-0","version":"0.0.1","bin":"a.js"}'),
      },
      { path: 'package/a.js', content: Buffer.from('#!/usr/bin/env node\nconsole.log("old")') },
    ])
    let isUpgraded = false
    const mirror = await startMirror(async () =>
      isUpgraded ? Buffer.from(await (await fetch(`${origin}/cli.tgz`)).arrayBuffer()) : old,
    )
    const line = `npx --yes --allow-remote=root ${mirror}/cli.tgz publish ${folder}`
    const [npx, ...args] = lineOf(line)
    expect(await run(npx, args, access, home)).toMatchObject({ code: 0, stdout: 'old\n' })
    isUpgraded = true
    const upgraded = await run(npx, args, access, home)
    const [version] = await versions()
    expect(upgraded).toMatchObject({ code: 0, stdout: linkOf(version?.publicId) })
    expect(upgraded.stderr).not.toContain('A newer plinth')
  })

  test('publishes with pnpm', async () => {
    const { access, folder, home, origin, versions } = await createPipeline()
    const args = [pnpm, '--silent', 'dlx', `${origin}/cli.tgz`, 'publish', folder]
    const result = await run(process.execPath, args, access, home)
    const [version] = await versions()
    expect(result).toMatchObject({ code: 0, stdout: linkOf(version?.publicId) })
  })

  test('publishes without npm, once curl has fetched it and its checksum is right', async () => {
    const { access, folder, home, origin, versions } = await createPipeline()
    const tools = await run('bash', ['-c', 'command -v curl && command -v sha256sum'], {})
    if (tools.code !== 0) return reportSkipped('curl did not fetch the CLI: curl or sha256sum is missing')
    const script = `
      curl -fsSLO ${origin}/cli/plinth.mjs
      curl -fsSL ${origin}/cli/plinth.mjs.sha256 | sha256sum -c --quiet
      node plinth.mjs publish ${folder}`
    const result = await run('bash', ['-ec', script], access, home)
    const [version] = await versions()
    expect(result).toMatchObject({ code: 0, stdout: linkOf(version?.publicId) })
  })

  test('says once, and only to people, that the portal has a newer one', async () => {
    const { access, home, origin } = await createPipeline()
    const program = await (await fetch(`${origin}/cli/plinth.mjs`)).text()
    const [, served = ''] = /"version":"([^"]+)"/.exec(program) ?? []
    const outdated = program.replace(served, '0.1.0+00000000')
    await writeFile(join(home, 'plinth.mjs'), outdated)
    const list = await run(process.execPath, ['plinth.mjs', 'list'], access, home)
    expect(list).toMatchObject({ code: 0 })
    expect(list.stderr.match(/^A newer plinth is at http:\S+\/cli\.tgz: .*$/gm)).toHaveLength(1)
    const quiet = await run(process.execPath, ['plinth.mjs', 'list', '--quiet'], access, home)
    expect(quiet).toMatchObject({ code: 0, stderr: '' })
  })
})

test.each([
  ['0.1.0', '0.2.0+aaaaaaaa', true],
  ['0.9.0', '0.10.0+aaaaaaaa', true],
  ['0.10.0+bbbbbbbb', '0.9.0+aaaaaaaa', false],
  ['0.1.0', '0.1.0+aaaaaaaa', false],
  ['0.1.0+aaaaaaaa', '0.1.0+aaaaaaaa', false],
  ['0.1.0+bbbbbbbb', '0.1.0+aaaaaaaa', true],
  ['0.1.0', 'whatever', false],
])('%s is outdated where the portal has %s: %s', (own, served, expected) => {
  expect(isOutdated(own, served)).toBe(expected)
})
