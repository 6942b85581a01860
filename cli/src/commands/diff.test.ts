import { compareVersions } from '@plinth/contract/compare.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { aForm } from '@plinth/server/src/testing/builds.ts'
import { aViteBuild } from '@plinth/server/src/testing/vite-build.ts'
import { expect, test } from 'vitest'

import { createFolder } from '../testing/folders.ts'
import { createPublisher } from '../testing/publisher.ts'
import { runCli } from '../testing/run-cli.ts'

const button = { markup: 'button', props: { variant: 'string' }, stories: ['Primary', 'Ghost'] }
const card = { markup: 'card', stories: ['Plain'] }

test('publish and diff tell what changed, for people, for scripts and as an exit code', async () => {
  const { env, call, account, storybook, origin } = await createPublisher()
  const publish = async (zip: Buffer) =>
    (await call(publishVersion, { params: { account, storybook }, form: aForm(zip) })).versionPublicId
  const first = await publish(aViteBuild({ 'Forms/Button': button, Card: card }))
  const changedButton = { ...button, markup: 'new', props: { variant: 'string', size: 'number' } }
  const second = await publish(aViteBuild({ 'Forms/Button': changedButton }))
  const url = `${origin}/account/${account}/storybook/${storybook}/compare/${first}...${second}`

  const text = await runCli(['diff'], env)
  expect(text).toMatchObject({ code: 0, stderr: '' })
  const [head, ...rest] = text.stdout.trimEnd().split('\n')
  expect(head).toBe(`From version ${first} to ${second}: +0 −1 ~2`)
  expect(rest).toEqual([
    'Compared with the one that it follows.',
    'Removed',
    '  Card: Plain',
    'Changed',
    '  Forms/Button: Primary (Button.tsx)',
    '  Forms/Button: Ghost (Button.tsx)',
    'Props',
    '  Button: + size?: number',
    expect.stringMatching(/^Zip .* → /),
    url,
  ])

  const json = await runCli(['diff', first, second, '--json'], env)
  const params = { account, storybook }
  expect(JSON.parse(json.stdout)).toEqual({ ...(await call(compareVersions, { params })), url })

  expect(await runCli(['diff', '--exit-code', '--quiet'], env)).toMatchObject({ code: 8 })
  const unchanged = await runCli(['diff', second, second, '--exit-code'], env)
  expect(unchanged).toMatchObject({ code: 0, stdout: expect.stringContaining('no change') })

  const folder = await createFolder({
    'index.html': '',
    'iframe.html': '',
    'index.json': '{"v":5,"entries":{}}',
  })
  const published = await runCli(['publish', folder, '--json'], env)
  expect(published.stderr).toContain(`Changes since version ${second} (the one that it follows): +0 −2 ~0`)
  expect(JSON.parse(published.stdout)).toMatchObject({ changes: { since: second, removed: 2 } })

  const failures: [string[], number, string][] = [
    [['nothing', 'here'], 5, 'There is no version nothing of this storybook'],
    [['weird name!', 'here'], 5, 'There is no version weird name! of this storybook'],
    [['a', 'b', 'c'], 2, 'Give at most two versions'],
    [['--storybook', ''], 2, 'No storybook given'],
  ]
  for (const [args, code, sentence] of failures) {
    const { PLINTH_STORYBOOK: given, ...others } = env
    const result = await runCli(
      ['diff', ...args],
      args[1] === '' ? others : { ...others, PLINTH_STORYBOOK: given },
    )
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) })
  }
})

const failed = (sentence: string): unknown => ({
  code: 5,
  stdout: '',
  stderr: expect.stringContaining(sentence),
})

test('diff says what is missing', async () => {
  const { env, call, account, storybook } = await createPublisher()
  expect(await runCli(['diff'], env)).toEqual(failed('Nothing has been published to Design System yet.'))
  const form = aForm(aViteBuild({ Card: card }), { Branch: 'feature' })
  await call(publishVersion, { params: { account, storybook }, form })
  expect(await runCli(['diff'], env)).toEqual(failed('It is the only one: publish another.'))
  const named = await runCli(['diff', '--branch', 'other'], env)
  expect(named).toEqual(failed('There is no version other of this storybook'))

  // Only publish can create one.
  const near = await runCli(['diff', '--storybook', 'design sytem'], env)
  const sentence = 'There is no storybook design sytem in this account: check --storybook.'
  expect(near).toEqual({ code: 5, stdout: '', stderr: `${sentence} Did you mean "Design System"?\n` })
})
