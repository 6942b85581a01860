import { deleteApiKey } from '@plinth/contract/api-keys.ts'
import { deleteMember } from '@plinth/contract/members.ts'
import { openShareLink } from '@plinth/contract/share-links.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'

import { insertMembership } from '../../server/src/features/members/store.ts'
import { ensureUser } from '../../server/src/identity/store.ts'
import { connectedAgent } from './connect-agent.ts'
import type { FurnishedAccount } from './furnish.ts'
import type { TenantsPortal } from './portal.ts'
import { cookieIn, send } from './send.ts'

/** Somebody who has no access to the other account, and how they say who they are. */
export interface Caller {
  name: string
  headers: Record<string, string>
  /** Belongs to both accounts: only what mixes them up is not theirs. */
  isOfBoth?: true
  /** May do what is below /admin. */
  isOperator?: true
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const key = (value: string) => ({ 'x-api-key': value })

/** Every kind of caller: of account `own`, of none, and those who once belonged to the other. */
export async function callersOf(
  portal: TenantsPortal,
  own: FurnishedAccount,
  other: FurnishedAccount,
): Promise<Caller[]> {
  const { inside } = portal
  const stranger = await inside.aPerson()
  const operator = await inside.operator()
  const both = await inside.aPerson({ id: own.id, publicId: own.ids.account }, 'Owner')
  const userId = await ensureUser(inside.db, both.person)
  await insertMembership(inside.db, other.id, userId, 'Owner')
  return [
    { name: 'nobody', headers: {} },
    { name: 'a person without an account', headers: bearer(stranger.token) },
    ...Object.entries(own.members).map(([role, { token }]) => ({
      name: `a ${role}`,
      headers: bearer(token),
    })),
    { name: 'a key that may publish', headers: key(own.keys.publishAll) },
    { name: 'a key for one storybook', headers: key(own.keys.publishChosen) },
    { name: 'a key that may read', headers: key(own.keys.read) },
    { name: 'an agent with a key', headers: bearer(own.keys.read) },
    {
      name: 'a connected agent',
      headers: bearer(await connectedAgent(portal, own.ids.account, own.members.Owner)),
    },
    { name: 'a deleted key of the other account', headers: key(await deletedKey(other)) },
    { name: 'a former member of the other account', headers: bearer(await formerMember(portal, other)) },
    { name: 'a member of both', headers: bearer(both.token), isOfBoth: true },
    { name: 'the operator', headers: bearer(operator.token), isOperator: true },
    { name: 'a viewer session', headers: { cookie: await memberSession(portal, own) } },
    { name: 'a guest', headers: { cookie: await guestSession(portal, own) } },
    { name: 'a composing page', headers: { origin: 'http://localhost:6006', cookie: own.composedCookie } },
  ]
}

async function deletedKey({ members, ids, keys, deletedKeyId }: FurnishedAccount): Promise<string> {
  await members.Owner.call(deleteApiKey, { params: { account: ids.account, id: deletedKeyId } })
  return keys.deleted
}

async function formerMember(
  { inside }: TenantsPortal,
  { id, ids, members }: FurnishedAccount,
): Promise<string> {
  const { person, token } = await inside.aPerson({ id, publicId: ids.account }, 'Owner')
  await members.Owner.call(deleteMember, { params: { account: ids.account, oid: person.objectId } })
  return token
}

async function memberSession(portal: TenantsPortal, { ids, members }: FurnishedAccount): Promise<string> {
  const { account, storybook, version } = ids
  return sessionFrom(
    portal,
    await members.User.call(refreshViewerSession, { params: { account, storybook, version } }),
  )
}

async function guestSession(
  portal: TenantsPortal,
  { shareSecret, members }: FurnishedAccount,
): Promise<string> {
  return sessionFrom(portal, await members.User.call(openShareLink, { body: { secret: shareSecret } }))
}

/** The cookie of a viewer host for a ticket. */
async function sessionFrom(
  { port, publicOrigin }: TenantsPortal,
  { ticketUrl, ticket }: { ticketUrl: string; ticket: string },
): Promise<string> {
  const { host, pathname } = new URL(ticketUrl)
  const answer = await send(port, {
    method: 'POST',
    host,
    path: pathname,
    headers: { origin: publicOrigin, 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  })
  const cookie = cookieIn(answer)
  if (cookie === '') throw new Error(`no viewer session: ${answer.status} ${answer.text}`)
  return cookie
}
