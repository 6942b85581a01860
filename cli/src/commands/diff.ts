import { untilRead } from '../changes.ts'
import { comparisonLines, isUnchanged } from '../comparison-lines.ts'
import type { Context } from '../context.ts'
import type { ExitReason } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { findStorybook } from '../find-storybook.ts'
import { findAccount, logRetries, openPortal } from '../open-portal.ts'
import { withRetries } from '../retry.ts'

/** By default the newest version and the one before it on its branch; with one version, that one and the newest. */
export async function diff(context: Context): Promise<ExitReason | void> {
  const { args, terminal } = context
  const storybookIdOrTitle = args.value('storybook')
  if (!storybookIdOrTitle) {
    throw new Failure('usage', 'No storybook given: use --storybook or set PLINTH_STORYBOOK.')
  }
  const [from, to, ...more] = args.positionals.slice(1)
  if (more.length > 0) throw new Failure('usage', 'Give at most two versions: plinth diff FROM TO.')
  const portal = openPortal(context)
  const { account, storybook, comparison } = await withRetries(async () => {
    const account = await findAccount(portal, args)
    const storybook = await findStorybook(portal, account, storybookIdOrTitle, false)
    const comparison = await untilRead(
      () => portal.compare(account, storybook.publicId, { from, to }),
      ({ state }) => state === 'reading',
    )
    return { account, storybook, comparison }
  }, logRetries(terminal))

  const versions = `${comparison.from.publicId}...${comparison.to.publicId}`
  const url = `${portal.origin}/account/${account}/storybook/${storybook.publicId}/compare/${versions}`
  if (args.isSet('json')) terminal.print(JSON.stringify({ ...comparison, url }))
  else [...comparisonLines(comparison), url].forEach(terminal.print)
  return args.isSet('exit-code') && !isUnchanged(comparison) ? 'changed' : undefined
}
