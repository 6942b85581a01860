import type { Context } from './main.ts'
import { withRetries } from './retry.ts'
import { openTarget, sayRetries } from './target.ts'

export async function whoami(context: Context): Promise<void> {
  const { line, terminal } = context
  const portal = openTarget(context)
  const me = await withRetries(() => portal.whoami(), sayRetries(context))
  if (line.isOn('json')) return terminal.result(JSON.stringify(me))
  const where = me.account ? `, for the account ${me.account.name} (${me.account.publicId})` : ''
  terminal.result(
    `${me.kind === 'apiKey' ? 'API key' : 'Signed in as'} ${me.name}${where} at ${portal.origin}`,
  )
}
