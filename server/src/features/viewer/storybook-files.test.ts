import { getStorybookFile } from '@plinth/contract/viewer.ts'
import { expect, test } from 'vitest'

import { aStorybookZip } from '../../testing/builds.ts'
import { aStorybook } from '../../testing/publishing.ts'
import { testPortal, tokenOf } from '../../testing/test-app.ts'

test('files are served by version id and as latest, and cannot run on the portal’s origin', async () => {
  const { call, params, publish, person } = await aStorybook()
  const first = await publish(aStorybookZip({ label: 'old' }))
  await publish(aStorybookZip({ label: 'new' }))
  const read = async (version: string) =>
    Buffer.from(
      await call(getStorybookFile, {
        params: { storybook: params.storybook, version, '*': 'assets/app.js' },
      }),
    ).toString()
  expect(await read(first.versionPublicId)).toContain('old')
  expect(await read('latest')).toContain('new')
  const { origin } = await testPortal()
  const response = await fetch(`${origin}/api/v1/StorybookFiles/${params.storybook}/latest/index.html`, {
    headers: { authorization: `Bearer ${await tokenOf(person)}` },
  })
  expect(response.headers.get('content-security-policy')).toBe('sandbox')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  expect(await response.text()).not.toContain('plinth:location')
})
