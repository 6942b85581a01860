import type { ClientMetadata } from 'oidc-provider'

/** Of names; whole ones, even if they need two code units. */
const firstCharacters = /^.{0,100}/u
const maxUriLength = 500
const maxUris = 20

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
/**
 * Any program could claim a scheme, and some addresses launch or install things. So only where clients that cannot return in
 * another way expect the answer.
 */
const clientAddresses = /^cursor:\/\/anysphere\.cursor-(?:mcp|retrieval)\/oauth\/[\w/.-]*$/

/** Whether the browser gives the permission to a program on the person's own machine. */
export const isOwnMachine = ({ protocol, hostname }: URL) =>
  protocol === 'cursor:' || loopbackHosts.has(hostname)

/** What the portal takes over from a client's description of itself. Nothing else in it is read, shown or fetched. */
export interface DescribedClient {
  name: string | undefined
  redirectUris: string[]
}

/** Undefined if there is no address that the browser may be sent back to. */
export function readClient(description: object): DescribedClient | undefined {
  const { client_name: name, redirect_uris: uris } = description as Record<string, unknown>
  const redirectUris = Array.isArray(uris) ? uris.filter(isAllowedRedirect).slice(0, maxUris) : []
  return redirectUris.length === 0 ? undefined : { name: displayName(name), redirectUris }
}

/** HTTPS, or a program on the person's own machine, where it may listen on any port (RFC 8252). */
function isAllowedRedirect(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri.length > maxUriLength) return false
  if (clientAddresses.test(uri)) return true
  // Without the slashes it would be relative to the portal. Not every parser takes a backslash for a slash.
  if (!/^https?:\/\/[^/][\x21-\x7e]*$/i.test(uri) || /[\\#]/.test(uri)) return false
  const url = URL.parse(uri)
  if (!url || url.username !== '' || url.password !== '') return false
  return url.protocol === (isOwnMachine(url) ? 'http:' : 'https:')
}

/** One line of visible characters. Those that turn the direction of writing could make a name read as another one. */
function displayName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const visible = name
    .slice(0, 1000)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .trim()
  return firstCharacters.exec(visible)?.[0] || undefined
}

/** Public clients that use codes: the only kind there is. */
export function metadataOf(clientId: string, { name, redirectUris }: DescribedClient): ClientMetadata {
  return {
    client_id: clientId,
    ...(name === undefined ? {} : { client_name: name }),
    redirect_uris: redirectUris,
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}
