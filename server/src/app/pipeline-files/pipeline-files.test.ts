import { expect, test } from 'vitest'

import { testPortal } from '../../testing/test-app.ts'

test.each([
  ['/ci/README.md', '# Publishing from a pipeline'],
  ['/ci/github/action.yml', 'name: Publish to Plinth'],
  ['/ci/gitlab.yml', '.plinth:'],
  ['/ci/azure-pipelines.yml', 'steps:'],
  ['/ci/bitbucket-pipelines.yml', 'step'],
  ['/cli/README.md', '# plinth'],
])('%s is served to anybody as text, without the address of an example', async (path, contained) => {
  const { origin } = await testPortal()
  const response = await fetch(new URL(path, origin), { redirect: 'error' })
  const text = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain(contained)
  expect(text).not.toContain('https://plinth.example')
})

test('the files that name a portal name this one', async () => {
  const { origin, config } = await testPortal()
  for (const path of ['/ci/gitlab.yml', '/ci/github/action.yml', '/cli/README.md']) {
    const text = await (await fetch(new URL(path, origin))).text()
    expect(text).toContain(config.publicUrl.origin)
  }
})
