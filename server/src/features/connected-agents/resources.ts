import { PublicId } from '@plinth/contract/accounts.ts'
import { callMcp } from '@plinth/contract/mcp.ts'

/** The only thing that tokens of the portal allow. */
export const readScope = 'mcp:read'

const [before = '', after = ''] = callMcp.path.split(':account')

/** Where clients are told how to get a token for an endpoint (RFC 9728): its path, after the well-known part. */
export const resourceMetadataPath = `/.well-known/oauth-protected-resource${callMcp.path}` as const

/** The MCP endpoint of an account, as the `resource` and audience of tokens. */
export const resourceOf = (origin: string, account: string) => `${origin}${before}${account}${after}`

/** The account whose MCP endpoint this is; undefined for every other address. */
export function accountOfResource(origin: string, resource: string): string | undefined {
  const start = `${origin}${before}`
  if (!resource.startsWith(start) || !resource.endsWith(after)) return undefined
  const { success, data } = PublicId.safeParse(resource.slice(start.length, resource.length - after.length))
  return success ? data : undefined
}
