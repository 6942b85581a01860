import { randomUUID } from 'node:crypto'

import { detectMetadata } from './ci/detect.ts'
import { reportToCi } from './ci/report.ts'
import { Failure } from './failure.ts'
import { findStorybook } from './find-storybook.ts'
import type { Context } from './main.ts'
import { showProgress } from './progress.ts'
import { withRetries } from './retry.ts'
import { readSource } from './source.ts'
import { findAccount, openTarget, sayRetries } from './target.ts'
import { uploadForm } from './upload-form.ts'

export async function publish(context: Context): Promise<void> {
  const { line, env, terminal } = context
  const isQuiet = line.isOn('quiet')
  const say = isQuiet ? () => {} : terminal.say
  const wanted = line.text('storybook')
  if (!wanted) throw new Failure('usage', 'Say which storybook: give --storybook or set PLINTH_STORYBOOK.')
  const portal = openTarget(context)
  const source = await readSource(context)
  const metadata = await detectMetadata(env, {
    message: line.text('message'),
    branch: line.text('branch'),
    commit: line.text('commit'),
    buildUrl: line.text('build-url'),
  })

  // Before the upload: a wrong key or name is told at once, not after minutes of sending.
  const { account, storybook } = await withRetries(async () => {
    const account = await findAccount(portal, context)
    return { account, storybook: await findStorybook(portal, account, wanted, line.isOn('create')) }
  }, sayRetries(context))
  say(`Publishing ${source.name} (${source.about}) to ${storybook.title}`)

  // One key for all tries: whichever arrives first becomes the version, the others get its answer.
  const idempotencyKey = randomUUID()
  let tries = 0
  const published = await withRetries((number) => {
    tries = number
    const progress = showProgress(terminal, source.bytes, isQuiet)
    const form = uploadForm(metadata, source.open(progress), source.zipBytes)
    return portal.publishVersion(account, storybook.publicId, { idempotencyKey, ...form })
  }, sayRetries(context))

  const version = published.versionPublicId
  const url = `${portal.origin}/account/${account}/storybook/${storybook.publicId}/version/${version}`
  await reportToCi({ url, version, title: published.title }, context)
  say(`Published version ${version} of ${published.title}:`)
  if (!line.isOn('json')) return terminal.result(url)
  const { publicId, title } = published
  terminal.result(
    JSON.stringify({
      url,
      version,
      account,
      storybook: { publicId, title },
      ...metadata,
      files: source.files,
      bytes: source.bytes,
      tries,
    }),
  )
}
