import type { Context } from './main.ts'
import type { ListedStorybook } from './portal.ts'
import { withRetries } from './retry.ts'
import { findAccount, openTarget, sayRetries } from './target.ts'

export async function list(context: Context): Promise<void> {
  const { line, terminal } = context
  const portal = openTarget(context)
  const storybooks = await withRetries(
    async () => portal.listStorybooks(await findAccount(portal, context)),
    sayRetries(context),
  )
  if (line.isOn('json')) return terminal.result(JSON.stringify(storybooks))
  if (storybooks.length === 0) {
    return terminal.say(
      'There are no storybooks yet: plinth publish --create --storybook TITLE makes the first.',
    )
  }
  for (const row of table(storybooks)) terminal.result(row)
}

function table(storybooks: ListedStorybook[]): string[] {
  const rows = [
    ['ID', 'TITLE', 'VERSIONS', 'LAST UPDATED'],
    ...storybooks.map(({ publicId, title, versionCount, lastUpdated }) => [
      publicId,
      title,
      String(versionCount),
      lastUpdated?.slice(0, 16).replace('T', ' ') ?? 'never',
    ]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}
