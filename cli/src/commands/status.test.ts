import { join } from 'node:path'

import { reviewStories } from '@plinth/contract/reviews.ts'
import { updateStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { aForm } from '@plinth/server/src/testing/builds.ts'
import { aCamera } from '@plinth/server/src/testing/fake-camera.ts'
import { takeAll } from '@plinth/server/src/testing/pictured-storybook.ts'
import { aViteBuild } from '@plinth/server/src/testing/vite-build.ts'
import { expect, test } from 'vitest'

import { createFolder } from '../testing/folders.ts'
import { commit, hostShapes } from '../testing/host-shapes.ts'
import { startStandIn } from '../testing/host-stand-in.ts'
import { createPublisher } from '../testing/publisher.ts'
import { runCli } from '../testing/run-cli.ts'

const build = (markup: string) => aViteBuild({ Button: { markup, stories: ['Primary', 'Secondary'] } })
const colours = { 'button--primary': { before: 1, after: 2 } }

test('a commit waits for a review, and passes after it', async () => {
  const github = hostShapes.find(({ name }) => name === 'GitHub') ?? hostShapes[0]
  if (!github) throw new Error('There is no such host.')
  const standIn = await startStandIn(github)
  const { env, call, account, storybook } = await createPublisher()
  const repo = { full_name: 'acme/ui' }
  const head = { sha: commit, repo }
  const pull = { pull_request: { number: 12, head, base: { ref: 'main', repo } } }
  const event = join(await createFolder({ 'event.json': JSON.stringify(pull) }), 'event.json')
  const params = { account, storybook }
  await call(updateStorybook, { params, body: { title: 'Design System', requiresReview: true } })
  const publish = async (markup: string, branch: string) => {
    const form = aForm(build(markup), { Branch: branch })
    return (await call(publishVersion, { params, form })).versionPublicId
  }
  const from = await publish('one', 'main')
  const to = await publish('two', 'corners')
  await (await aCamera()).take()
  const status = async () => {
    const { code, stdout } = await runCli(['status', '--json'], {
      ...env,
      ...standIn.env,
      GITHUB_EVENT_PATH: event,
    })
    expect(code).toBe(0)
    const { state } = JSON.parse(stdout) as { state: string }
    return [state, standIn.statuses.at(-1)?.['state'], standIn.statuses.at(-1)?.['description']]
  }
  const waiting = 'not compared yet (0 of 2)'
  expect(await status()).toEqual(['pending', 'pending', `Published: ${waiting}; waiting for pictures`])
  // Only what is known is in bold.
  expect(standIn.comments.at(-1)?.body).toContain(`\nPictures: ${waiting} · waiting for pictures\n`)
  await takeAll(colours)
  expect(await status()).toEqual([
    'pending',
    'pending',
    'Published: 2 changed in code, 1 looks different; 1 to review',
  ])
  const decide = (decision: 'accepted' | 'rejected') =>
    call(reviewStories, { params, query: { from, to }, body: { decision } })
  await decide('rejected')
  expect((await status()).slice(0, 2)).toEqual(['failure', 'failure'])
  await decide('accepted')
  expect((await status()).slice(0, 2)).toEqual(['success', 'success'])
  expect(standIn.comments.at(-1)?.body).toContain('**2 changed in code, 1 looks different** · all accepted')
})

test('without a branch there is nothing to say', async () => {
  const { env } = await createPublisher()
  expect(await runCli(['status'], env)).toMatchObject({ code: 2, stderr: 'No branch found: use --branch.\n' })
})
