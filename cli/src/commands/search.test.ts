import { search } from '@plinth/contract/search.ts'
import { aCatalogue } from '@plinth/server/src/testing/catalogues.ts'
import { contentsWith } from '@plinth/server/src/testing/large-catalogue.ts'
import { testPortal } from '@plinth/server/src/testing/test-app.ts'
import { expect, test } from 'vitest'

import { createPublisher } from '../testing/publisher.ts'
import { runCli } from '../testing/run-cli.ts'

const contents = contentsWith({
  components: [{ id: 'forms-button', title: 'Forms/Button', name: 'Button', file: '' }],
  entries: [
    {
      id: 'forms-button--primary',
      kind: 'story',
      title: 'Forms/Button',
      name: 'Primary',
      tags: ['stable'],
      file: '',
    },
    { id: 'forms-button--docs', kind: 'docs', title: 'Forms/Button', name: 'Docs', tags: [], file: '' },
  ],
})

test('search prints a table with links, or JSON', async () => {
  const { env: all, call, account, origin } = await createPublisher()
  const { PLINTH_STORYBOOK: _, ...env } = all
  const { db } = await testPortal()
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('public_id', '=', account)
    .executeTakeFirstOrThrow()
  const kit = await aCatalogue({ account: { id, publicId: account }, call }, 'Kit', contents)

  const version = `${origin}/account/${account}/storybook/${kit.publicId}/version/${kit.versionPublicId}`
  const { code, stdout, stderr } = await runCli(['search', 'primry', 'buton'], env)
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr:
      'Nothing is called primry; searched for primary.\nNothing is called buton; searched for button.\n',
  })
  expect(stdout.replaceAll(/ +/g, ' ')).toBe(
    `KIND NAME TITLE STORYBOOK LINK\nstory Primary Forms/Button Kit ${version}?path=/story/forms-button--primary\n`,
  )
  const json = await runCli(['search', 'button', '--storybook', 'Kit', '--json'], env)
  const reply = await call(search, { params: { account }, query: { q: 'button' } })
  const found = JSON.parse(json.stdout) as { results: { url: string }[] }
  expect(found.results.map(({ url }) => url)).toEqual([
    `${origin}/account/${account}/storybook/${kit.publicId}/component/forms-button`,
    `${version}?path=/story/forms-button--primary`,
    `${version}?path=/docs/forms-button--docs`,
  ])
  expect(found).toMatchObject(reply)
  const tagged = await runCli(['search', '--tag', 'stable', '--kind', 'story', '--json'], env)
  expect(JSON.parse(tagged.stdout)).toMatchObject({ results: [{ name: 'Primary' }], hasMore: false })

  const failures: [string[], number, string][] = [
    [['nowhere'], 0, 'Nothing was found.'],
    [[], 2, 'Nothing to search for'],
    [['button', '--kind', 'page'], 2, 'There is no kind page: use storybook, component, story, docs, prop.'],
    [
      ['button', '--storybook', 'Marketing'],
      5,
      'There is no storybook Marketing in this account: check --storybook.\n',
    ],
    [['button', '--storybook', 'Kti'], 5, 'check --storybook. Did you mean "Kit"?'],
    [['x'.repeat(300)], 6, 'The portal refused the request'],
  ]
  for (const [args, expected, sentence] of failures) {
    const result = await runCli(['search', ...args], env)
    expect(result).toMatchObject({ code: expected, stdout: '', stderr: expect.stringContaining(sentence) })
  }
})
