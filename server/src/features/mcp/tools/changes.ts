import type { BaselineReason } from '@plinth/contract/versions.ts'
import * as z from 'zod'

import { findBaseline } from '../../contents/baseline-store.ts'
import { findVersionsToCompare } from '../../contents/find-versions-to-compare.ts'
import { storybookId, versionName } from '../arguments.ts'
import { linksTo, versionLine, versionNames } from '../describe-version.ts'
import { requireStorybook, requireVersion, whyUnknown } from '../find-version.ts'
import { tool, ToolError } from '../tool.ts'
import { writeAnswer } from '../write-answer.ts'

export const changes = tool({
  name: 'changes',
  title: 'Changes between two versions',
  description:
    'What changed in a storybook from one version to another: props, and stories and docs pages that were added, removed, renamed or changed.',
  input: z.object({
    storybook: storybookId,
    from: versionName(
      'By default what "to" is based on: of the branch it is to be merged into, or the version of the main branch that it follows.',
    ),
    to: versionName('By default the newest version.'),
  }),
  run: async (context, { storybook: id, from, to = 'latest' }) => {
    const { db, query } = context.services
    const storybook = await requireStorybook(context, id)
    const later = await requireVersion(context, storybook, to)
    const baseline = await findBaseline(db, later.id)
    const before = from ?? baseline?.version
    if (before === undefined) throw new ToolError('There is no earlier version to compare this one with.')
    const earlier = await requireVersion(context, storybook, before)
    const ids = { from: earlier.public_id, to: later.public_id }
    context.endTurn()
    const { notes, quotations } = await query.quoteComparison(context.account.id, async () => {
      const compared = await findVersionsToCompare(db, storybook, ids)
      if (compared.state === 'ready') return { kind: 'quote comparison', ...compared }
      const isSite = earlier.kind === 'site' || later.kind === 'site'
      throw new ToolError(
        `One of the two cannot be compared. ${whyUnknown(isSite ? 'site' : compared.state)}`,
      )
    })
    return writeAnswer(
      [
        `From: ${versionLine(storybook, earlier)}`,
        `To: ${versionLine(storybook, later)}`,
        ...(baseline?.version === ids.from ? [baselineReasons[baseline.reason]] : []),
        `In the portal: ${linksTo(context).comparison(storybook.public_id, ids.from, ids.to)}`,
        ...notes,
      ],
      [
        { ...versionNames(storybook, earlier), heading: 'From' },
        { ...versionNames(storybook, later), heading: 'To' },
        ...quotations,
      ],
    )
  },
})

const baselineReasons: Record<BaselineReason, string> = {
  ancestor: '"From" is the newest version of its branch whose commit "to" contains.',
  'newest-of-branch':
    '"From" was the newest version of its branch when "to" was published. "To" may be based on an older one.',
  'previous-of-branch': '"From" is the version of its branch that "to" follows.',
}
