import type { Context } from '../context.ts'
import { findAccount, logRetries, openPortal } from '../open-portal.ts'
import type { ListedStorybook } from '../portal-client.ts'
import { withRetries } from '../retry.ts'

export async function list(context: Context): Promise<void> {
  const { args, terminal } = context
  const portal = openPortal(context)
  const storybooks = await withRetries(
    async () => portal.listStorybooks(await findAccount(portal, args)),
    logRetries(terminal),
  )
  if (args.isSet('json')) return terminal.print(JSON.stringify(storybooks))
  if (storybooks.length === 0) {
    return terminal.log(
      'There are no storybooks yet. Create the first with plinth publish --create --storybook TITLE.',
    )
  }
  for (const row of table(storybooks)) terminal.print(row)
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
