import type { Context } from '../context.ts'
import { logRetries, openPortal } from '../open-portal.ts'
import type { Whoami } from '../portal-client.ts'
import { withRetries } from '../retry.ts'

export async function whoami(context: Context): Promise<void> {
  const { args, terminal } = context
  const portal = openPortal(context)
  const me = await withRetries(() => portal.whoami(), logRetries(terminal))
  if (args.isSet('json')) return terminal.print(JSON.stringify(me))
  const account = me.account ? `, for the account ${me.account.name} (${me.account.publicId})` : ''
  terminal.print(
    `${me.kind === 'apiKey' ? 'API key' : 'Signed in as'} ${me.name}${account} at ${portal.origin}`,
  )
  const scope = describeScope(me)
  if (scope) terminal.print(scope)
}

/** What the key may do; undefined if an older portal does not tell. */
function describeScope({ scope, storybooks }: Whoami): string | undefined {
  if (scope === 'publishAll') return 'It may publish to all storybooks, and create new ones.'
  if (scope === 'read') return 'It can only read.'
  if (scope !== 'publishChosen') return undefined
  const titles = storybooks.map(({ publicId, title }) => `${title} (${publicId})`).join(', ')
  return `It may publish to ${titles || 'no storybook: those it was created for are deleted'}.`
}
