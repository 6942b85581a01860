import * as z from 'zod'

import { formatCount, listOf } from '../../../contents/quotations/quotation.ts'
import { visibleLine } from '../../../contents/quotations/quoted-text.ts'
import { listStorybooksBeingRead } from '../../contents/components-store.ts'
import { listStorybooksOfAccount } from '../../storybooks/store.ts'
import type { ListedStorybookRow } from '../../storybooks/store.ts'
import { buildFacts, dayOf } from '../describe-version.ts'
import { stillReading } from '../find-version.ts'
import { tool } from '../tool.ts'
import { writeAnswer } from '../write-answer.ts'

export const listStorybooks = tool({
  name: 'list_storybooks',
  title: 'List storybooks',
  description:
    'All storybooks (component libraries) of the organisation: their ids, newest versions, main branches and sizes. To find a component, use search instead.',
  input: z.object({}),
  run: async ({ services: { db }, account }) => {
    const [storybooks, reading] = await Promise.all([
      listStorybooksOfAccount(db, account.id, null),
      listStorybooksBeingRead(db, account.id),
    ])
    return writeAnswer(
      [
        `${formatCount(storybooks.length)} ${storybooks.length === 1 ? 'storybook' : 'storybooks'}.`,
        ...stillReading(reading),
      ],
      [
        listOf('Storybooks by title: id, title, what is in the newest version', storybooks, describe, {
          more: 'find others with search, kind "storybook"',
        }),
      ],
    )
  },
})

function describe(row: ListedStorybookRow): string {
  const facts = [
    ...newestVersion(row),
    ...(row.main_branch === null ? [] : [`main branch ${visibleLine(row.main_branch, 100)}`]),
    ...(row.description ? [visibleLine(row.description, 120)] : []),
  ]
  return `${row.public_id} | ${visibleLine(row.title)} | ${facts.join(', ')}`
}

function newestVersion(row: ListedStorybookRow): string[] {
  if (row.version_public_id === null || row.version_created_at === null) return ['no version yet']
  const version = `version ${row.version_public_id} of ${dayOf(row.version_created_at)}`
  if (row.kind === 'site') return [version, 'a plain website, not a Storybook']
  return [
    version,
    ...(row.component_count === null ? [] : [`${row.component_count} components`]),
    ...(row.story_count === null ? [] : [`${row.story_count} stories`]),
    ...buildFacts(row),
  ]
}
