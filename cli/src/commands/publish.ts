import { randomUUID } from 'node:crypto'

import { describeBaseline } from '../baseline.ts'
import { contentsOf, describeCounts, describeUnknown, findRead } from '../changes.ts'
import { detectMetadata, findCiSystem } from '../ci/detect.ts'
import { readHistory } from '../ci/history.ts'
import type { History } from '../ci/history.ts'
import type { Metadata } from '../ci/metadata.ts'
import { reportToCi } from '../ci/report.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { findOrCreateStorybook } from '../find-storybook.ts'
import { describeLooks, findLooks, looksAsJson, picturesWaitMs } from '../looks.ts'
import { findAccount, logRetries, openPortal } from '../open-portal.ts'
import { versionUrl } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import type { PortalClient } from '../portal-client.ts'
import { showProgress } from '../progress.ts'
import { findProposedChanges } from '../proposed-changes.ts'
import { announce } from '../pull-requests/announce.ts'
import { withRetries } from '../retry.ts'
import { summaryText } from '../summary.ts'
import { uploadForm } from '../upload-form.ts'
import { openUploadSource } from '../upload-source.ts'
import type { UploadSource } from '../upload-source.ts'
import { describeVerdict, notRequired } from '../verdict.ts'
import { whileWaiting } from '../waiting.ts'

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
  const waitMs = picturesWaitMs(args, metadata.pullRequest)

  // Looked up before the upload, so that a wrong key or title fails at once and not after minutes of sending.
  const { account, storybook } = await withRetries(async () => {
    const account = await findAccount(portal, args)
    return {
      account,
      storybook: await findOrCreateStorybook(portal, account, storybookIdOrTitle, args.isSet('create')),
    }
  }, logRetries(terminal))
  const history = await readHistory({
    commit: args.value('commit'),
    proposed: metadata.commit,
    pullRequest: metadata.pullRequest,
    mainBranch: storybook.mainBranch,
  })
  log(`Publishing ${source.name} (${source.summary}) to ${storybook.title}`)

  // All attempts share one key: the first to arrive becomes the version, the others get the same answer.
  const idempotencyKey = randomUUID()
  let tries = 0
  const published = await withRetries((attempt) => {
    tries = attempt
    const progress = showProgress(terminal, source.bytes, isQuiet)
    const fields = { ...metadata, release, ancestors: history?.ancestors }
    const form = uploadForm(fields, source.read(progress), source.zipBytes)
    return portal
      .publishVersion(account, storybook.publicId, { idempotencyKey, ...form })
      .finally(progress.end)
  }, logRetries(terminal))

  const { title, versionPublicId: version } = published
  const place = { portal: portal.origin, account, storybook: storybook.publicId, version }
  const { pullRequest } = metadata
  const isTold = !isQuiet || args.isSet('json')
  const doing = storybook.versionCount === 0 ? 'reading' : 'reading and comparing'
  const what = `Published as version ${version}; the portal is ${doing} it`
  const found = await whileWaiting(terminal, what, isQuiet, async () =>
    pullRequest
      ? findProposedChanges(portal, { ...place, requiresReview: storybook.requiresReview, waitMs })
      : isTold && findOwnChanges(portal, place, waitMs),
  )
  const outcome: Outcome = { ...place, ...untold, ...found, title, branch: metadata.branch }
  await tellPipeline(outcome, metadata, context)

  const { baseline, changes, looks, review } = outcome
  const url = versionUrl(outcome, version)
  changeLines(outcome, history, context).forEach(log)
  if (looks) log(`Pictures: ${[describeLooks(looks), describeVerdict(review)].filter(Boolean).join('; ')}`)
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
      baseline: baseline ?? null,
      changes: changes ?? null,
      looks: looks ? looksAsJson(looks) : null,
    }),
  )
}

/** What changed since what, and how it could be known better. */
function changeLines(
  { contents, baseline, changes }: Outcome,
  history: History | undefined,
  { env }: Context,
): string[] {
  if (!baseline) return [`${describeUnknown(contents, undefined)}.`]
  const since = `version ${baseline.version} (${describeBaseline(baseline)})`
  const isGuessed = baseline.reason === 'newest-of-branch' && history?.isShallow
  const more = findCiSystem(env)?.wholeHistory ?? 'git fetch --unshallow'
  return [
    changes ? `Changes since ${since}: ${describeCounts(changes)}` : `${describeUnknown(contents, since)}.`,
    ...(isGuessed
      ? [
          `The checkout is shallow, so it is not known which version this one is based on. To compare with that: ${more}.`,
        ]
      : []),
  ]
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

/** Outside a pull request only how much changed, and only if somebody is told. */
async function findOwnChanges(
  portal: PortalClient,
  { account, storybook, version }: Pick<Outcome, 'account' | 'storybook' | 'version'>,
  waitMs: number,
): Promise<Pick<Outcome, 'contents' | 'baseline' | 'changes' | 'looks'>> {
  const read = await findRead(portal, { account, storybook, version })
  const changes = read?.changes ?? undefined
  const looks =
    changes && (await findLooks(portal, { account, storybook, from: changes.since, to: version, waitMs }))
  return { contents: contentsOf(read), baseline: read?.baseline ?? undefined, changes, looks }
}

/** With --quiet nobody has asked what the portal reads. */
const untold = {
  contents: 'reading',
  baseline: undefined,
  comparison: undefined,
  changes: undefined,
  looks: undefined,
  review: notRequired,
} as const

/** A pull request gets the summary wherever there is a place for it, and the log is the last one. */
async function tellPipeline(outcome: Outcome, metadata: Metadata, context: Context): Promise<void> {
  const isReported = await reportToCi(outcome, context)
  const isAnnounced = await announce(outcome, metadata, context)
  if (!metadata.pullRequest || isReported || isAnnounced || context.args.isSet('quiet')) return
  summaryText(outcome).split('\n').forEach(context.terminal.log)
}
