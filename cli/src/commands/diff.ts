import { untilRead } from '../changes.ts'
import { comparisonLines, isUnchanged } from '../comparison-lines.ts'
import type { Context } from '../context.ts'
import type { ExitReason } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { findStorybook } from '../find-storybook.ts'
import { findAccount, logRetries, openPortal } from '../open-portal.ts'
import { comparisonUrl } from '../outcome.ts'
import { nothingToCompare } from '../portal-client.ts'
import type { ListedStorybook, PortalClient } from '../portal-client.ts'
import { withRetries } from '../retry.ts'
import { whileWaiting } from '../waiting.ts'

/** By default the newest version, of a branch or of all, and its baseline; with one version, that one and the newest. */
export async function diff(context: Context): Promise<ExitReason | void> {
  const { args, terminal } = context
  const storybookIdOrTitle = args.value('storybook')
  if (!storybookIdOrTitle) {
    throw new Failure('usage', 'No storybook given: use --storybook or set PLINTH_STORYBOOK.')
  }
  const [from, to = args.value('branch'), ...more] = args.positionals.slice(1)
  if (more.length > 0) throw new Failure('usage', 'Give at most two versions: plinth diff FROM TO.')
  const portal = openPortal(context)
  const compare = () =>
    withRetries(async () => {
      const account = await findAccount(portal, args)
      const storybook = await findStorybook(portal, account, storybookIdOrTitle)
      return { account, storybook, comparison: await compareNamed(portal, account, storybook, { from, to }) }
    }, logRetries(terminal))
  // A line in a log for every comparison would be one too many.
  const isQuiet = args.isSet('quiet') || !terminal.isInteractive
  const { account, storybook, comparison } = await whileWaiting(terminal, 'Comparing', isQuiet, compare)

  const place = { portal: portal.origin, account, storybook: storybook.publicId }
  const url = comparisonUrl(place, comparison)
  if (args.isSet('json')) terminal.print(JSON.stringify({ ...comparison, url }))
  else [...comparisonLines(comparison), url].forEach(terminal.print)
  return args.isSet('exit-code') && !isUnchanged(comparison) ? 'changed' : undefined
}

interface VersionNames {
  from: string | undefined
  to: string | undefined
}

async function compareNamed(
  portal: Pick<PortalClient, 'getNamed' | 'compare'>,
  account: string,
  { publicId, title, versionCount, mainBranch }: ListedStorybook,
  { from, to }: VersionNames,
) {
  if (versionCount === 0) throw new Failure('notFound', `Nothing has been published to ${title} yet.`)
  const idOf = async (name: string | undefined) =>
    name === undefined ? undefined : (await portal.getNamed(account, publicId, name)).publicId
  const ids = { from: await idOf(from), to: await idOf(to) }
  try {
    return await untilRead(
      () => portal.compare(account, publicId, ids),
      ({ state }) => state === 'reading',
    )
  } catch (error) {
    if (!(error instanceof Failure) || error.message !== nothingToCompare) throw error
    const advice =
      versionCount === 1
        ? 'It is the only one: publish another.'
        : mainBranch === null
          ? 'Name the main branch in Edit Storybook, or two versions: plinth diff FROM TO.'
          : 'Name two versions: plinth diff FROM TO.'
    throw new Failure('notFound', `${error.message} ${advice}`, { cause: error })
  }
}
