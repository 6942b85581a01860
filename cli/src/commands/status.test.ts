import { join } from 'node:path'

import { getVersionReview, reviewStories, reviewVersion } from '@plinth/contract/reviews.ts'
import { updateStorybook } from '@plinth/contract/storybooks.ts'
import { getVersion, publishVersion } from '@plinth/contract/versions.ts'
import { aForm } from '@plinth/server/src/testing/builds.ts'
import { aCamera } from '@plinth/server/src/testing/fake-camera.ts'
import { takeAll } from '@plinth/server/src/testing/pictured-storybook.ts'
import { testPortal } from '@plinth/server/src/testing/test-app.ts'
import { aViteBuild } from '@plinth/server/src/testing/vite-build.ts'
import { writeZip } from '@plinth/server/src/testing/zip-writer.ts'
import { expect, test } from 'vitest'

import { createBuild, createFolder } from '../testing/folders.ts'
import { commit, hostShapes } from '../testing/host-shapes.ts'
import { startStandIn } from '../testing/host-stand-in.ts'
import { createPublisher } from '../testing/publisher.ts'
import { runCli } from '../testing/run-cli.ts'

const build = (markup: string) => aViteBuild({ Button: { markup, stories: ['Primary', 'Secondary'] } })
const colours = { 'button--primary': { before: 1, after: 2 } }

/** A pull request on GitHub into main, for a storybook that requires review. */
async function aReviewedPullRequest() {
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
  const publish = async (markup: string, branch: string, fields: Record<string, string> = {}) => {
    const proposed = branch !== 'main' && { TargetBranch: 'main', Commit: commit }
    const form = aForm(build(markup), { Branch: branch, ...proposed, ...fields })
    return (await call(publishVersion, { params, form })).versionPublicId
  }
  const pipeline = { ...env, ...standIn.env, GITHUB_EVENT_PATH: event }
  const status = async () => {
    const { code, stdout } = await runCli(['status', '--json'], pipeline)
    expect(code).toBe(0)
    const { state } = JSON.parse(stdout) as { state: string }
    return [state, standIn.statuses.at(-1)?.['state'], standIn.statuses.at(-1)?.['description']]
  }
  return { standIn, call, params, publish, status, pipeline }
}

test('a commit waits for a review, and passes after it', async () => {
  const { standIn, call, params, publish, status } = await aReviewedPullRequest()
  const from = await publish('one', 'main')
  const to = await publish('two', 'corners')
  await (await aCamera()).take()
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

test('a commit does not pass because it looks like the one before of the same pull request', async () => {
  const { standIn, call, params, publish, status, pipeline } = await aReviewedPullRequest()
  await (await aCamera()).take()
  const pending = [
    'pending',
    'pending',
    expect.stringContaining('no merged version to compare with, so somebody has to'),
  ]
  const first = await publish('one', 'corners')
  expect(await status()).toEqual(pending)
  const url = `/compare/...${first}`
  expect(standIn.statuses.at(-1)?.['target_url']).toMatch(new RegExp(`${url.replaceAll('.', '\\.')}$`))

  const second = await publish('one', 'corners')
  expect(await status()).toEqual(pending)
  expect((await runCli(['status'], pipeline)).stdout).toContain(
    `; no merged version to compare with, so somebody has to accept this one\nCompared with version ${first}, the one of corners that it follows\n`,
  )
  const published = await runCli(['publish', await createBuild(), '--branch', 'corners'], pipeline)
  expect(published.code).toBe(0)
  expect(standIn.statuses.at(-1)).toMatchObject({ state: 'pending' })

  // People can accept what cannot be compared. That is about this version only.
  const third = await publish('one', 'corners')
  await expect
    .poll(async () => (await call(getVersion, { params: { ...params, version: third } })).contents)
    .toBe('ready')
  const review = (version: string, decision: 'accepted' | 'rejected' | null) =>
    call(reviewVersion, { params: { ...params, version }, body: { decision } })
  expect(await review(third, 'accepted')).toMatchObject({ state: 'success', because: 'version-accepted' })
  expect((await status()).slice(0, 2)).toEqual(['success', 'success'])
  await review(third, 'rejected')
  expect((await status()).slice(0, 2)).toEqual(['failure', 'failure'])
  expect(await review(third, null)).toMatchObject({ state: 'pending', decision: null })
  expect(await call(getVersionReview, { params: { ...params, version: second } })).toMatchObject({
    state: 'pending',
    because: 'no-baseline',
  })
})

test('a commit does not pass because of another commit of its branch', async () => {
  const { standIn, publish, status, pipeline } = await aReviewedPullRequest()
  await publish('one', 'main')
  await publish('one', 'corners', { Commit: 'aaaa1111' })
  const tooEarly = await runCli(['status'], pipeline)
  expect(tooEarly).toMatchObject({
    code: 5,
    stderr: `Nothing was published from the commit ${commit.slice(0, 12)} of the branch corners.\n`,
  })
  expect(standIn.statuses).toEqual([])

  await publish('two', 'corners')
  // The pipeline of an earlier commit that somebody starts again, and one of the branch itself.
  await publish('one', 'corners', { Commit: 'aaaa1111' })
  await publish('one', 'corners', { TargetBranch: 'next' })
  expect((await status())[0]).toBe('pending')
  const ofCommit = await runCli(['status', '--branch', 'corners', '--commit', 'aaaa1111'], {
    ...pipeline,
    GITHUB_EVENT_PATH: '',
  })
  expect(ofCommit.stdout).toMatch(/^success: /)
})

test('a commit waits where there is no camera, unless nothing changed in code', async () => {
  const { db } = await testPortal()
  const { publish, status } = await aReviewedPullRequest()
  await publish('one', 'main')
  await publish('two', 'corners')
  await db.deleteFrom('cameras').execute()
  expect(await status()).toEqual(['pending', 'pending', expect.stringContaining('no camera takes pictures')])
  await publish('one', 'corners')
  expect((await status()).slice(0, 2)).toEqual(['success', 'success'])
})

test('a commit waits where the stories of its baseline cannot be read, which is said', async () => {
  const { call, params, publish, pipeline, standIn } = await aReviewedPullRequest()
  const site = aForm(writeZip([{ name: 'index.html', content: '<h1>Site</h1>' }]), { Branch: 'main' })
  const { versionPublicId } = await call(publishVersion, { params, form: site })
  await publish('two', 'corners')
  const { stdout } = await runCli(['status'], pipeline)
  const reason = 'the stories of one of the two cannot be read'
  expect(stdout).toMatch(/^pending: no pictures; cannot be compared, so somebody has to accept it$/m)
  expect(stdout).toMatch(
    new RegExp(`^What changed since version ${versionPublicId} .* cannot be told: ${reason}$`, 'm'),
  )
  expect(standIn.comments.at(-1)?.body).toContain(`What changed cannot be told: ${reason}`)
})

test('without a branch there is nothing to say', async () => {
  const { env } = await createPublisher()
  expect(await runCli(['status'], env)).toMatchObject({ code: 2, stderr: 'No branch found: use --branch.\n' })
})
