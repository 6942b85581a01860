import { createHash, randomBytes } from 'node:crypto'

import type { TenantsPortal } from './portal.ts'
import { send } from './send.ts'
import type { Answer, Sent } from './send.ts'

const callback = 'http://localhost:7/callback'

/** Sends what must be answered with this status. */
async function ask({ port, publicOrigin }: TenantsPortal, status: number, asked: Omit<Sent, 'host'>) {
  const answer = await send(port, { ...asked, host: new URL(publicOrigin).host })
  if (answer.status !== status) throw new Error(`${asked.path}: ${answer.status} ${answer.text}`)
  return answer
}

/** A request of an agent to be connected to an account, which nobody has decided on yet. */
export async function anAgentRequest(portal: TenantsPortal, account: string) {
  const registered = await ask(
    portal,
    201,
    postJson('/oauth/register', { client_name: 'Agent', redirect_uris: [callback] }),
  )
  const { client_id: clientId } = JSON.parse(registered.text) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const resource = `${portal.publicOrigin}/api/v1/account/${account}/mcp`
  const parameters = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    state: 'a-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource,
  })
  const opened = await ask(portal, 303, { method: 'GET', path: `/oauth/authorize?${parameters.toString()}` })
  const uid = opened.headers.location?.split('/').at(-1) ?? ''
  return { uid, cookie: cookiesIn(opened), clientId, verifier, resource }
}

/** The token of an agent that a member has connected to their account, as OAuth lets it. */
export async function connectedAgent(
  portal: TenantsPortal,
  account: string,
  member: { token: string },
): Promise<string> {
  const { uid, cookie, clientId, verifier, resource } = await anAgentRequest(portal, account)
  const authorization = `Bearer ${member.token}`
  const decided = await ask(
    portal,
    200,
    postJson(`/api/v1/agentRequests/${uid}`, { isAllowed: true }, { cookie, authorization }),
  )
  const { pathname, search } = new URL((JSON.parse(decided.text) as { url: string }).url, portal.publicOrigin)
  const resumed = await ask(portal, 303, { method: 'GET', path: pathname + search, headers: { cookie } })
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: callback,
    code: new URL(resumed.headers.location ?? '').searchParams.get('code') ?? '',
    code_verifier: verifier,
    resource,
  })
  const issued = await ask(portal, 200, {
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  return (JSON.parse(issued.text) as { access_token: string }).access_token
}

const postJson = (path: string, body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const cookiesIn = ({ headers }: Answer): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
