import type { AuditEntry } from '@plinth/contract/audit.ts'

import type { Callers } from './callers.ts'

/** Who makes a change, and from where, as recorded in the audit log. */
export interface Actor {
  kind: AuditEntry['actorKind']
  name: string
  id: number | null
  address: string | null
}

/** The portal itself, for changes without a caller. */
export const system: Actor = { kind: 'system', name: 'Plinth', id: null, address: null }

/** The actor of a resolved caller; undefined for public endpoints. */
export function actorOf(resolved: Callers[keyof Callers], address: string): Actor | undefined {
  if ('marketplace' in resolved) return { kind: 'marketplace', name: 'Marketplace', id: null, address }
  if ('user' in resolved) return userActor(resolved.user, address)
  if (!('caller' in resolved)) return undefined
  const { caller } = resolved
  if (caller.kind !== 'apiKey') return userActor(caller.user, address)
  return { kind: 'apiKey', name: caller.key.name, id: caller.key.id, address }
}

/** With the e-mail address, since two people can have the same name. */
function userActor(user: { id: number; displayName: string; email: string }, address: string): Actor {
  const { id, displayName, email } = user
  return {
    kind: 'user',
    name: email && email !== displayName ? `${displayName} (${email})` : displayName,
    id,
    address,
  }
}
