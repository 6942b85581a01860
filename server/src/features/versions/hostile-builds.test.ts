import { getHealth } from '@plinth/contract/health.ts'
import { listVersions } from '@plinth/contract/versions.ts'
import { expect, test, vi } from 'vitest'

import { aStorybookZip } from '../../testing/builds.ts'
import { aStorybook } from '../../testing/publishing.ts'
import { callAsNobody } from '../../testing/test-app.ts'

const deepArrays = '['.repeat(8 * 1024 * 1024)
const deepObjects = '{"a":'.repeat(1_600_000)
const manyObjects = `[${'{},'.repeat(2_700_000)}{}]`

/** How many health checks are answered while the work runs. */
async function healthDuring(work: Promise<unknown[]>): Promise<number> {
  const call = await callAsNobody()
  for (let answers = 0; ; answers++) {
    const outcome = await Promise.race([work, call(getHealth, {})])
    if (Array.isArray(outcome)) return answers
  }
}

test('four builds that try to stall a parser are published with fewer details and block nothing', async () => {
  const { publish, params, call } = await aStorybook()
  const zip = aStorybookZip({
    files: { 'index.json': deepArrays, 'stories.json': manyObjects, 'project.json': deepObjects },
  })
  expect(zip.length).toBeLessThan(50_000)
  // The portal runs in this thread, so parsing here would block all other requests.
  const parse = vi.spyOn(JSON, 'parse')
  const answers = await healthDuring(Promise.all(Array.from({ length: 4 }, () => publish(zip))))
  const longestParsed = Math.max(...parse.mock.calls.map(([text]) => text.length))
  parse.mockRestore()

  expect(longestParsed).toBeLessThan(100_000)
  expect(answers).toBeGreaterThan(10)
  const versions = await call(listVersions, { params, query: {} })
  expect(versions).toHaveLength(4)
  for (const version of versions) {
    expect(version).toMatchObject({ kind: 'storybook', storyCount: null, storybookVersion: null })
  }
})

test('after such a build, an ordinary one is described in full', async () => {
  const { publish, params, call } = await aStorybook()
  await publish(aStorybookZip({ files: { 'index.json': manyObjects } }))
  await publish(aStorybookZip())
  const [newest] = await call(listVersions, { params, query: {} })
  expect(newest).toMatchObject({ storyCount: 2, componentCount: 2, storybookVersion: '10.1.0' })
})
