import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createApiKey } from '@plinth/contract/api-keys.ts'
import { aStorybookZip } from '@plinth/server/src/testing/builds.ts'
import { aStorybook } from '@plinth/server/src/testing/publishing.ts'
import { testPortal } from '@plinth/server/src/testing/test-app.ts'
import { beforeAll, expect, test } from 'vitest'

import { createFolder } from '../../cli/src/testing/folders.ts'
import { run } from '../../cli/src/testing/run-cli.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A published storybook, and a key that may read it, in an account that lets such keys compose. */
async function createAccess({ isAllowed = true } = {}) {
  const { config, db } = await testPortal()
  const { call, params, publish } = await aStorybook()
  await db
    .updateTable('accounts')
    .set({ allows_share_links: isAllowed, viewers_may_compose: isAllowed })
    .where('public_id', '=', params.account)
    .execute()
  await publish(aStorybookZip(), { Branch: 'main' })
  const { key } = await call(createApiKey, {
    params: { account: params.account },
    body: { name: 'Composing', scope: 'read' },
  })
  return { portal: config.publicUrl.origin, key, storybook: params.storybook }
}

const options = `{
  key: process.env['PLINTH_API_KEY'],
  storybooks: [process.env['STORYBOOK'] ?? '', { storybook: 'Design System', branch: 'main' }],
}`

/** A configuration for the compiler; Node runs only the first. */
const mains = {
  'main.ts': `import { plinthRefs } from 'plinth-refs'
    import type { StorybookConfig } from 'storybook/internal/types'
    export default { stories: [], refs: plinthRefs(${options}) } satisfies StorybookConfig`,
  'main.cts': `import refsPackage = require('plinth-refs')
    import type { StorybookConfig } from 'storybook/internal/types'
    const config: StorybookConfig = { stories: [], refs: refsPackage.plinthRefs(${options}) }
    export = config`,
}

/** Prints what Storybook would get from `refs`. */
const print = `refs({ own: {} }, { port: 6007 }).then((refs) => console.log(JSON.stringify(refs)))`

/** A project with the package installed from the portal: nothing is fetched from anywhere else. */
async function createProject(): Promise<string> {
  const { origin } = await testPortal()
  const folder = await createFolder({
    'package.json': '{"private":true,"type":"module"}',
    ...mains,
    'print.mjs': `import main from './main.ts'\nmain.${print}`,
    'print.cjs': `const { plinthRefs } = require('plinth-refs')\nconst refs = plinthRefs(${options})\n${print}`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'es2022',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        exactOptionalPropertyTypes: true,
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: ['main.ts', 'main.cts'],
    }),
  })
  const env = { HOME: folder, npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' }
  const line = `install --save-dev --allow-remote=root --no-audit --no-fund ${origin}/refs.tgz`
  expect(await run('npm', line.split(' '), env, folder)).toMatchObject({ code: 0 })
  await symlink(join(root, 'web/node_modules/storybook'), join(folder, 'node_modules/storybook'))
  return folder
}

let folder = ''
beforeAll(async () => {
  folder = await createProject()
})

test('installs from the portal, for configurations in ES modules and in CommonJS, with types', async () => {
  const { key, portal, storybook } = await createAccess()
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(await run(process.execPath, [tsc, '-p', folder], {})).toEqual({ code: 0, stdout: '', stderr: '' })
  for (const script of ['print.mjs', 'print.cjs']) {
    const result = await run(
      process.execPath,
      [script],
      { PLINTH_API_KEY: key, STORYBOOK: storybook },
      folder,
    )
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(result.stdout)).toMatchObject({
      own: {},
      'design-system': {
        title: 'Design System',
        sourceUrl: expect.stringMatching(`^${portal}/account/`),
      },
    })
  }
})

test('warns of a wrong key, of a storybook that does not exist and of an account that forbids it, and shows neither the key nor an error', async () => {
  const { key, storybook } = await createAccess()
  const forbidden = await createAccess({ isAllowed: false })
  for (const [env, expected] of [
    [{ PLINTH_API_KEY: `plk_${'x'.repeat(key.length - 4)}`, STORYBOOK: storybook }, 'API key'],
    [{ PLINTH_API_KEY: key, STORYBOOK: 'Nothing' }, 'no storybook'],
    [{ PLINTH_API_KEY: forbidden.key, STORYBOOK: forbidden.storybook }, 'An Owner can allow them'],
  ] as const) {
    const { code, stdout, stderr } = await run(process.execPath, ['print.mjs'], env, folder)
    expect([code, stdout]).toEqual([0, '{"own":{}}\n'])
    expect(stderr).toMatch(/^Plinth: storybooks of the portal are left out\. [^\n]+\n$/)
    expect(stderr).toContain(expected)
    expect(stderr).not.toContain(env.PLINTH_API_KEY)
  }
})
