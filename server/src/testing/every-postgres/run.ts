// Started by `npm run test:postgres`; docs/operating/database.md lists what it covers.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { olderVersions } from './binaries.ts'
import { startPgBouncer, startPostgres } from './servers.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const newest = '18'
const pooled = 'pgbouncer'
const all = [...Object.keys(olderVersions), newest, pooled]

/** Tests that use no database, or start their own. */
const excluded = [
  'server/src/archive/**',
  'server/src/system-tests/main.test.ts',
  'server/src/database/restart.test.ts',
  'server/src/database/migrations.test.ts',
]

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Choose from ${all.join(', ')}.\n`)
  process.exit(1)
}
const results: Record<string, number> = {}
for (const name of requested.length > 0 ? requested : all) {
  process.stdout.write(`\nThe server's tests on ${name === pooled ? 'PgBouncer' : `PostgreSQL ${name}`}\n`)
  results[name] = await testOn(name)
}
process.stdout.write(
  `\n${Object.entries(results)
    .map(([name, code]) => `${name}: ${code === 0 ? 'passed' : 'failed'}`)
    .join(', ')}\n`,
)
process.exitCode = Object.values(results).some((code) => code !== 0) ? 1 : 0

async function testOn(name: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-every-postgres-'))
  const server = await startPostgres(name === pooled ? newest : name, folder)
  const pooler = name === pooled ? await startPgBouncer(server, folder) : undefined
  try {
    return await vitest({
      PLINTH_TEST_POSTGRES: server.url,
      ...(pooler ? { PLINTH_TEST_POOLER: pooler.url } : {}),
    })
  } finally {
    await pooler?.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function vitest(env: Record<string, string>): Promise<number> {
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'server/src',
    '--reporter=dot',
    ...excluded.map((pattern) => `--exclude=${pattern}`),
  ]
  return new Promise((resolve) => {
    spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    }).once('exit', (code) => resolve(code ?? 1))
  })
}
