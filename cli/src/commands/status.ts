import { describeBaseline } from '../baseline.ts'
import { describeUnknown } from '../changes.ts'
import { detectMetadata } from '../ci/detect.ts'
import type { Metadata } from '../ci/metadata.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { findStorybook } from '../find-storybook.ts'
import { describeLooks, looksAsJson, picturesWaitMs } from '../looks.ts'
import { findAccount, logRetries, openPortal } from '../open-portal.ts'
import { versionUrl } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import type { PortalClient } from '../portal-client.ts'
import { findProposedChanges } from '../proposed-changes.ts'
import { announce } from '../pull-requests/announce.ts'
import { withRetries } from '../retry.ts'
import { describeVerdict } from '../verdict.ts'
import { whileWaiting } from '../waiting.ts'

/**
 * Says again, in a pull request and on its commit, how the version of that commit stands: for a pipeline that runs after
 * somebody has decided about what looks different.
 */
export async function status(context: Context): Promise<void> {
  const { args, env, terminal } = context
  const storybookIdOrTitle = args.value('storybook')
  if (!storybookIdOrTitle) {
    throw new Failure('usage', 'No storybook given: use --storybook or set PLINTH_STORYBOOK.')
  }
  const metadata = await detectMetadata(env, { branch: args.value('branch'), commit: args.value('commit') })
  const { branch, pullRequest } = metadata
  if (branch === undefined) throw new Failure('usage', 'No branch found: use --branch.')
  const waitMs = picturesWaitMs(args, pullRequest)
  const portal = openPortal(context)
  const { account, storybook, version } = await withRetries(async () => {
    const account = await findAccount(portal, args)
    const storybook = await findStorybook(portal, account, storybookIdOrTitle)
    const place = { account, storybook: storybook.publicId, branch }
    return { account, storybook, version: await findVersion(portal, place, args.value('commit'), metadata) }
  }, logRetries(terminal))

  const place = { portal: portal.origin, account, storybook: storybook.publicId }
  const what = `Asking how version ${version} stands`
  const found = await whileWaiting(terminal, what, args.isSet('quiet'), () =>
    findProposedChanges(portal, {
      account,
      storybook: storybook.publicId,
      version,
      requiresReview: storybook.requiresReview,
      waitMs,
    }),
  )
  const outcome: Outcome = { ...place, ...found, title: storybook.title, version, branch }
  await announce(outcome, metadata, context)

  const { contents, baseline, looks, review } = outcome
  const { state, because } = review
  const url = versionUrl(outcome, version)
  if (args.isSet('json')) {
    const known = { looks: looks ? looksAsJson(looks) : null, baseline: baseline ?? null }
    terminal.print(JSON.stringify({ url, version, state, because, ...known }))
    return
  }
  const described = [looks ? describeLooks(looks) : 'no pictures', describeVerdict(review)]
  terminal.print(`${state}: ${described.filter(Boolean).join('; ')}`)
  const reason = baseline && describeBaseline(baseline)
  terminal.print(
    baseline && contents !== 'none'
      ? `Compared with version ${baseline.version}, ${reason}`
      : describeUnknown(contents, baseline && `version ${baseline.version} (${reason})`),
  )
  terminal.print(url)
}

interface BranchPlace {
  account: string
  storybook: string
  branch: string
}

/**
 * A status says that one commit may be merged, so in a pull request only a version of that commit counts: the newest version
 * of the branch may be of an earlier one. Several pipelines may publish the same commit, each for another target.
 */
async function findVersion(
  portal: PortalClient,
  { account, storybook, branch }: BranchPlace,
  givenCommit: string | undefined,
  { pullRequest, commit }: Metadata,
): Promise<string> {
  const named = pullRequest ? commit : givenCommit
  if (named === undefined) return (await portal.getBranch(account, storybook, branch)).publicId
  const versions = await portal.listVersionsOfCommit(account, storybook, branch, named)
  const ofTarget = versions.find(({ targetBranch }) => targetBranch === pullRequest?.targetBranch)
  const version = ofTarget ?? versions[0]
  if (!version)
    throw new Failure(
      'notFound',
      `Nothing was published from the commit ${named.slice(0, 12)} of the branch ${branch}.`,
    )
  return version.publicId
}
