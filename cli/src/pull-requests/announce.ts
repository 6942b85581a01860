import { describeCounts } from '../changes.ts'
import type { Metadata } from '../ci/metadata.ts'
import type { Context } from '../context.ts'
import { describeLooks } from '../looks.ts'
import { reviewUrl, storybookUrl, versionUrl } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import { summaryText } from '../summary.ts'
import { describeVerdict } from '../verdict.ts'
import { findHost } from './find-host.ts'
import { defaultLimits, HostError } from './host-api.ts'
import type { PullRequestHost } from './host.ts'

/**
 * Comments in the pull request that the pipeline builds, and sets a status on its commit. Returns whether the comment is
 * there. Never fails, because the version is published.
 */
export async function announce(
  outcome: Outcome,
  metadata: Metadata,
  { args, env, terminal }: Pick<Context, 'args' | 'env' | 'terminal'>,
  limits = defaultLimits,
): Promise<boolean> {
  const found = args.isSet('no-comment') ? undefined : findHost(env, metadata, limits)
  if (!found) return false
  if ('missingToken' in found) {
    if (!args.isSet('quiet'))
      terminal.log(`No comment in the pull request: ${found.missingToken} is not set.`)
    return false
  }
  const { host, token } = found
  terminal.redact(token)
  const status = {
    storybook: { publicId: outcome.storybook, title: outcome.title },
    state: outcome.review.state,
    url: statusUrl(outcome),
    description: statusText(outcome),
  }
  const [commentFailure, statusFailure] = await Promise.all([
    failureOf(writeComment(host, outcome)),
    failureOf(host.setStatus(status)),
  ])
  const failures = [
    ...(commentFailure ? [{ what: 'no comment', why: commentFailure }] : []),
    ...(statusFailure ? [{ what: 'no status', why: statusFailure }] : []),
  ]
  if (failures.length > 0) {
    const reasons = failures.map(({ what, why }) => `${what}, because ${host.name} ${why.message}`).join('; ')
    const advice = failures.some(({ why }) => why.isRefusal) ? ` The token needs ${host.permissions}.` : ''
    terminal.log(`Warning: the pull request has ${reasons}.${advice}`)
  }
  return !commentFailure
}

async function failureOf(work: Promise<unknown>): Promise<HostError | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return error instanceof HostError ? error : new HostError(`failed (${(error as Error).message})`)
  }
}

/** One comment for each storybook: the first build writes it, later ones update it. */
async function writeComment(host: PullRequestHost, outcome: Outcome): Promise<void> {
  // An unused link definition, which every host hides; Bitbucket shows HTML comments as text.
  const marker = `[plinth]: ${storybookUrl(outcome)}`
  const body = `${marker}\n\n${summaryText(outcome)}\n`
  for await (const comment of host.comments()) {
    const hasMarker = typeof comment.body === 'string' && firstLine(comment.body) === marker
    if (hasMarker && (await isUpdated(host.updateComment(comment.id, body)))) return
  }
  await host.createComment(body)
}

/** A comment that somebody else began with our marker may not be updated. */
async function isUpdated(update: Promise<unknown>): Promise<boolean> {
  try {
    await update
    return true
  } catch (error) {
    if (error instanceof HostError && error.isRefusal) return false
    throw error
  }
}

const firstLine = (text: string) => text.trimStart().split(/\r?\n/, 1)[0]

/** Where review is required, the page on which to decide. */
function statusUrl(outcome: Outcome): string {
  const { baseline, version, review } = outcome
  return review.because === 'not-required'
    ? versionUrl(outcome, version)
    : reviewUrl(outcome, baseline?.version, version)
}

/** GitHub refuses a longer one. */
const maxStatusText = 140

function statusText({ changes, looks, review }: Outcome): string {
  const found = looks ? describeLooks(looks) : changes && describeCounts(changes)
  const verdict = describeVerdict(review)
  const text = [found, verdict].filter(Boolean).join('; ')
  if (!text) return 'Published'
  const whole = `Published: ${text}`
  return whole.length > maxStatusText && verdict ? `Published: ${verdict}` : whole
}
