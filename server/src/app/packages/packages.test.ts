import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { testPortal } from '../../testing/test-app.ts'
import { readCli } from './read-cli.ts'

const get = async (path: string, options: RequestInit = {}) =>
  fetch(new URL(path, (await testPortal()).origin), { redirect: 'manual', ...options })

const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())

async function servedVersion(): Promise<string> {
  const { headers } = await get('/health')
  return headers.get('plinth-cli-version') ?? ''
}

describe('packages are served to anybody', () => {
  test('for npx and curl, revalidated on every use', async () => {
    for (const [path, type] of [
      ['/cli.tgz', 'application/gzip'],
      ['/refs.tgz', 'application/gzip'],
      ['/cli/plinth.mjs', 'text/javascript; charset=utf-8'],
    ] as const) {
      const { status, headers } = await get(path)
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        type,
        'no-cache',
      ])
      const tag = headers.get('etag') ?? ''
      const unchanged = await get(path, { headers: { 'if-none-match': tag } })
      expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
      const head = await get(path, { method: 'HEAD' })
      expect([head.status, head.headers.get('etag')]).toEqual([200, tag])
      expect(head.headers.get('content-length')).toBe(headers.get('content-length'))
    }
  })

  test('the CLI under an address that names its version, forever', async () => {
    const version = await servedVersion()
    expect(version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/)
    for (const [current, versioned] of [
      ['/cli.tgz', `/cli/plinth-${version}.tgz`],
      ['/cli/plinth.mjs', `/cli/plinth-${version}.mjs`],
    ] as const) {
      const { headers } = await get(versioned)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await bytesOf(versioned)).equals(await bytesOf(current))).toBe(true)
    }
    expect((await get(`/cli/plinth-${version.replace('+', '%2B')}.mjs`)).status).toBe(200)
    const old = await get('/cli/plinth-0.0.1+00000000.tgz')
    expect(old.status).toBe(404)
    expect(await old.json()).toMatchObject({ detail: `This portal has plinth ${version}, at /cli.tgz.` })
  })

  test('with a checksum that sha256sum reads', async () => {
    for (const path of [
      '/cli.tgz',
      '/refs.tgz',
      '/cli/plinth.mjs',
      `/cli/plinth-${await servedVersion()}.tgz`,
    ]) {
      const sum = createHash('sha256')
        .update(await bytesOf(path))
        .digest('hex')
      expect((await bytesOf(`${path}.sha256`)).toString()).toBe(`${sum}  ${path.split('/').at(-1)}\n`)
    }
  })
})

describe('the package of the CLI', () => {
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

  /** A copy of the built CLI, with this at the end of the program. */
  async function builtCli(addition: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-cli-'))
    folders.push(folder)
    const sources = new URL('../../../../cli/', import.meta.url)
    for (const name of ['dist/plinth.js', 'package.json', 'README.md', 'LICENSE']) {
      await cp(new URL(name, sources), join(folder, name))
    }
    const program = join(folder, 'dist/plinth.js')
    await writeFile(program, (await readFile(program, 'utf8')) + addition)
    return folder
  }

  test('is the same for the same sources, and has another version for others', async () => {
    const portal = 'https://plinth.example'
    const [first, again, other] = await Promise.all(
      ['', '', '// changed'].map(async (addition) => readCli(portal, await builtCli(addition))),
    )
    expect(again).toEqual(first)
    expect(other?.version).not.toBe(first?.version)
    const elsewhere = await readCli('https://other.example', await builtCli(''))
    expect(elsewhere.version).toBe(first?.version)
    expect(elsewhere.program.toString()).toContain('"portal":"https://other.example"')
  })

  test('is missed at the start, not by the first who asks for it', async () => {
    await expect(readCli('https://plinth.example', tmpdir())).rejects.toThrow('is not built')
  })
})
