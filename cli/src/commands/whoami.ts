import type { Context } from '../context.ts'
import { logRetries, openPortal } from '../open-portal.ts'
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
}
