import { randomUUID } from 'node:crypto'

import { countsOf, describeCounts, findChanges, findComparison } from '../changes.ts'
import { detectMetadata } from '../ci/detect.ts'
import type { Metadata, PullRequest } from '../ci/metadata.ts'
import { reportToCi } from '../ci/report.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { findStorybook } from '../find-storybook.ts'
import { findAccount, logRetries, openPortal } from '../open-portal.ts'
import { versionUrl } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import type { PortalClient } from '../portal-client.ts'
import { showProgress } from '../progress.ts'
import { announce } from '../pull-requests/announce.ts'
import { withRetries } from '../retry.ts'
import { summaryText } from '../summary.ts'
import { uploadForm } from '../upload-form.ts'
import { openUploadSource } from '../upload-source.ts'
import type { UploadSource } from '../upload-source.ts'

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
  reportMissing(source, args.isSet('strict'), log)
  const release = args.value('release')
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
    const form = uploadForm({ ...metadata, release }, source.read(progress), source.zipBytes)
    return portal.publishVersion(account, storybook.publicId, { idempotencyKey, ...form })
  }, logRetries(terminal))

  const { title, versionPublicId: version } = published
  const place = { portal: portal.origin, account, storybook: storybook.publicId }
  const isTold = !isQuiet || args.isSet('json')
  const found = await findWhatChanged(portal, place, version, metadata.pullRequest, isTold)
  const outcome: Outcome = { ...place, ...found, title, version, branch: metadata.branch }
  await tellPipeline(outcome, metadata, context)

  const { changes } = outcome
  const url = versionUrl(outcome, version)
  if (changes) log(`Changes since version ${changes.since}: ${describeCounts(changes)}`)
  log(`Published version ${version} of ${title}:`)
  if (!args.isSet('json')) return terminal.print(url)
  terminal.print(
    JSON.stringify({
      url,
      version,
      account,
      storybook: { publicId: storybook.publicId, title },
      ...metadata,
      ...(release && { release }),
      files: source.files,
      bytes: source.bytes,
      ...(source.missing.length > 0 && { missingFiles: source.missing }),
      tries,
      changes: changes ?? null,
    }),
  )
}

const maxShown = 5

/** Files that its pages load and it lacks: it may stay blank. Only a warning, because pages can do without some. */
function reportMissing({ name, missing }: UploadSource, isStrict: boolean, log: (line: string) => void) {
  if (missing.length === 0) return
  const shown = missing.slice(0, maxShown).join(', ')
  const more = missing.length > maxShown ? ` and ${missing.length - maxShown} more` : ''
  const problem = `${name} lacks files that its pages load, so it may stay blank: ${shown}${more}`
  if (isStrict) throw new Failure('notABuild', `${problem}. Build it again.`)
  log(`Warning: ${problem}`)
}

/** In a pull request story by story; otherwise only how much, and only if somebody is told. */
async function findWhatChanged(
  portal: PortalClient,
  { account, storybook }: Pick<Outcome, 'account' | 'storybook'>,
  version: string,
  pullRequest: PullRequest | undefined,
  isTold: boolean,
): Promise<Pick<Outcome, 'changes' | 'comparison'>> {
  if (pullRequest) {
    const comparison = await findComparison(portal, account, storybook, version, pullRequest.targetBranch)
    return { comparison, changes: comparison && countsOf(comparison) }
  }
  const changes = isTold ? await findChanges(portal, account, storybook, version) : undefined
  return { comparison: undefined, changes }
}

/** A pull request gets the summary wherever there is a place for it, and the log is the last one. */
async function tellPipeline(outcome: Outcome, metadata: Metadata, context: Context): Promise<void> {
  const isReported = await reportToCi(outcome, context)
  const isAnnounced = await announce(outcome, metadata, context)
  if (!metadata.pullRequest || isReported || isAnnounced || context.args.isSet('quiet')) return
  summaryText(outcome).split('\n').forEach(context.terminal.log)
}
