import type { Context } from '../context.ts'
import { findAccount, logRetries, openPortal } from '../open-portal.ts'
import { withRetries } from '../retry.ts'
import { tableLines } from '../table.ts'

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
  const rows = storybooks.map(({ publicId, title, versionCount, lastUpdated }) => [
    publicId,
    title,
    String(versionCount),
    lastUpdated?.slice(0, 16).replace('T', ' ') ?? 'never',
  ])
  tableLines(['ID', 'TITLE', 'VERSIONS', 'LAST UPDATED'], rows).forEach(terminal.print)
}
