import { randomUUID } from 'node:crypto'

import { describeCounts, findChanges } from '../changes.ts'
import { detectMetadata } from '../ci/detect.ts'
import { reportToCi } from '../ci/report.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { findStorybook } from '../find-storybook.ts'
import { findAccount, logRetries, openPortal } from '../open-portal.ts'
import { showProgress } from '../progress.ts'
import { withRetries } from '../retry.ts'
import { uploadForm } from '../upload-form.ts'
import { openUploadSource } from '../upload-source.ts'

export async function publish(context: Context): Promise<void> {
  const { args, env, terminal } = context
  const isQuiet = args.isSet('quiet')
  const log = isQuiet ? () => {} : terminal.log
  const storybookIdOrTitle = args.value('storybook')
  if (!storybookIdOrTitle) {
    throw new Failure('usage', 'No storybook given: use --storybook or set PLINTH_STORYBOOK.')
  }
  const portal = openPortal(context)
  const source = await openUploadSource(args)
  const metadata = await detectMetadata(env, {
    message: args.value('message'),
    branch: args.value('branch'),
    commit: args.value('commit'),
    buildUrl: args.value('build-url'),
  })

  // Looked up before the upload, so that a wrong key or title fails at once and not after minutes of sending.
  const { account, storybook } = await withRetries(async () => {
    const account = await findAccount(portal, args)
    return {
      account,
      storybook: await findStorybook(portal, account, storybookIdOrTitle, args.isSet('create')),
    }
  }, logRetries(terminal))
  log(`Publishing ${source.name} (${source.summary}) to ${storybook.title}`)

  // All attempts share one key: the first to arrive becomes the version, the others get the same answer.
  const idempotencyKey = randomUUID()
  let tries = 0
  const published = await withRetries((attempt) => {
    tries = attempt
    const progress = showProgress(terminal, source.bytes, isQuiet)
    const form = uploadForm(metadata, source.read(progress), source.zipBytes)
    return portal.publishVersion(account, storybook.publicId, { idempotencyKey, ...form })
  }, logRetries(terminal))

  const version = published.versionPublicId
  const url = `${portal.origin}/account/${account}/storybook/${storybook.publicId}/version/${version}`
  const needsChanges = !isQuiet || args.isSet('json')
  const changes = needsChanges ? await findChanges(portal, account, storybook.publicId, version) : undefined
  await reportToCi({ url, version, title: published.title, changes }, context)
  if (changes) log(`Changes since version ${changes.since}: ${describeCounts(changes)}`)
  log(`Published version ${version} of ${published.title}:`)
  if (!args.isSet('json')) return terminal.print(url)
  const { publicId, title } = published
  terminal.print(
    JSON.stringify({
      url,
      version,
      account,
      storybook: { publicId, title },
      ...metadata,
      files: source.files,
      bytes: source.bytes,
      tries,
      changes: changes ?? null,
    }),
  )
}
