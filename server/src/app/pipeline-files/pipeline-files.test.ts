import { expect, test } from 'vitest'

import { testPortal } from '../../testing/test-app.ts'

test.each([
  ['/ci/README.md', '# Publishing from a pipeline'],
  ['/ci/github/action.yml', 'name: Publish to Plinth'],
  ['/ci/gitlab.yml', '.plinth:'],
  ['/ci/azure-pipelines.yml', 'steps:'],
  ['/ci/bitbucket-pipelines.yml', 'step'],
  ['/cli/README.md', '# plinth'],
])('%s is served to anybody as text, with the address of this portal', async (path, contained) => {
  const { origin, config } = await testPortal()
  const response = await fetch(new URL(path, origin), { redirect: 'error' })
  const text = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain(contained)
  expect(text).toContain(config.publicUrl.origin)
  expect(text).not.toContain('https://plinth.example')
})
