import { createStorybook } from '@plinth/contract/storybooks.ts'
import { getVersion, publishVersion } from '@plinth/contract/versions.ts'
import { expect, test, vi } from 'vitest'

import { queryThreads } from '../../contents/contents-pool.ts'
import { anAgent, aReadKey } from '../../testing/agents.ts'
import { aForm, aStorybookZip } from '../../testing/builds.ts'
import { aMember } from '../../testing/test-app.ts'

const range = <Item>(count: number, item: (i: number) => Item) =>
  Array.from({ length: count }, (_, i) => item(i))

/** Texts that are many lines, and more of them than an answer has room for. */
const componentsWith = (type: string) =>
  range(2, (c) => ({
    id: `c${c}`,
    name: `C${c}`,
    path: `./C${c}.tsx`,
    description: 'a\n'.repeat(2_000),
    stories: range(10, (s) => ({ id: `c${c}--s${s}`, name: `S${s}`, snippet: 'a\n'.repeat(4_000) })),
    reactDocgen: {
      props: Object.fromEntries(
        range(400, (p) => [`p${p}`, { description: 'a\n'.repeat(500), tsType: { name: type } }]),
      ),
    },
  }))

const isBackground = new Set(['catalogue', 'summarise changes', 'plan pictures'])

function aLargeZip(type: string): Buffer {
  const components = componentsWith(type)
  const entries = components.flatMap(({ id, name, stories }) =>
    stories.map((story) => ({
      id: story.id,
      type: 'story',
      title: name,
      name: story.name,
      importPath: `./${id}.js`,
    })),
  )
  const files = {
    'index.json': JSON.stringify({
      v: 5,
      entries: Object.fromEntries(entries.map((entry) => [entry.id, entry])),
    }),
    'manifests/components.json': JSON.stringify({
      v: 0,
      components: Object.fromEntries(components.map((component) => [component.id, component])),
    }),
  }
  return aStorybookZip({ files })
}

test('however large a build is, the thread that answers requests gets no more of it than fits an answer', async () => {
  const { call, account } = await aMember()
  const home = { account: account.publicId }
  const { ask } = await anAgent((await aReadKey(call, account.publicId)).key, account.publicId)
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Large' } })
  for (const type of ['string', 'number']) {
    const params = { ...home, storybook }
    const { versionPublicId: version } = await call(publishVersion, { params, form: aForm(aLargeZip(type)) })
    const find = () => call(getVersion, { params: { ...params, version } })
    await expect.poll(async () => (await find()).contents).toBe('ready')
  }

  const { run } = queryThreads
  const handedOver: number[] = []
  vi.spyOn(queryThreads, 'run').mockImplementation(async (accountId, task, signal) => {
    const outcome = await run(accountId, task, signal)
    if (!isBackground.has(task.kind)) handedOver.push(JSON.stringify(outcome).length)
    return outcome
  })
  const answers = [
    await ask('component', { storybook, component: 'c0' }),
    await ask('story', { storybook, story: 'c0--s1' }),
    await ask('changes', { storybook }),
    await ask('docs-show-story', { storybookId: storybook, componentId: 'c1', storyName: 'S3' }),
  ]
  expect(answers.map(({ isError }) => isError ?? false)).toEqual([false, false, false, false])
  expect(answers[0]?.text).toContain('  p1?: number')
  expect(answers[0]?.text).toMatch(/Props:\n[^…]*… [\d,]+ more/)
  expect(answers[2]?.text).toContain('  ~ p1?: string → p1?: number')
  expect(answers[2]?.text).toMatch(/… [\d,]+ more; the page in the portal/)
  expect(Math.max(...handedOver)).toBeLessThan(100_000)
})
