import { expect, test } from 'vitest'

import { commitUrlOf } from './commit-url.ts'

const commit = '3f2c1ab4d5e6f708192a3b4c5d6e7f8091a2b3c4'

test.each([
  ['https://github.com/acme/ui/actions/runs/42', 'https://github.com/acme/ui/commit/'],
  ['https://github.com/acme/ui/actions/runs/42/job/7', 'https://github.com/acme/ui/commit/'],
  ['https://git.acme.example/acme/ui/actions/runs/42', 'https://git.acme.example/acme/ui/commit/'],
  ['https://gitlab.com/acme/web/ui/-/jobs/7', 'https://gitlab.com/acme/web/ui/-/commit/'],
  ['http://gitlab.example:8080/a/b/-/pipelines/9', 'http://gitlab.example:8080/a/b/-/commit/'],
  ['https://bitbucket.org/acme/ui/pipelines/results/5', 'https://bitbucket.org/acme/ui/commits/'],
  [
    'https://dev.azure.com/acme/Design%20System/_build/results?buildId=99',
    'https://dev.azure.com/acme/Design%20System/_git/Design%20System/commit/',
  ],
  [
    'https://acme.visualstudio.com/Design/_build/results?buildId=99',
    'https://acme.visualstudio.com/Design/_git/Design/commit/',
  ],
])('a commit of the build %s has an address', (buildUrl, address) => {
  expect(commitUrlOf({ commit, buildUrl })).toBe(address + commit)
})

test.each([
  [commit, null],
  [null, 'https://github.com/acme/ui/actions/runs/42'],
  ['main', 'https://github.com/acme/ui/actions/runs/42'],
  ['../../../evil', 'https://github.com/acme/ui/actions/runs/42'],
  [commit, 'https://ci.example/job/42'],
  [commit, 'javascript://github.com/acme/ui/actions/runs/42'],
  [commit, 'not a URL'],
])('the commit %s of the build %s has none', (given, buildUrl) => {
  expect(commitUrlOf({ commit: given, buildUrl })).toBeUndefined()
})
