import { createHash, randomBytes } from 'node:crypto'

import type { FurnishedAccount } from './furnish.ts'
import type { TenantsPortal } from './portal.ts'
import { send } from './send.ts'
import type { Answer, Sent } from './send.ts'

const callback = 'http://localhost:7/callback'

/** The token of an agent that a member has connected to their account, as OAuth lets it. */
export async function connectedAgent(
  { port, publicOrigin }: TenantsPortal,
  { ids, members }: FurnishedAccount,
): Promise<string> {
  const { host } = new URL(publicOrigin)
  const ask = async (status: number, asked: Omit<Sent, 'host'>) => {
    const answer = await send(port, { ...asked, host })
    if (answer.status !== status) throw new Error(`${asked.path}: ${answer.status} ${answer.text}`)
    return answer
  }
  const registered = await ask(
    201,
    postJson('/oauth/register', { client_name: 'Agent', redirect_uris: [callback] }),
  )
  const { client_id: clientId } = JSON.parse(registered.text) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const resource = `${publicOrigin}/api/v1/account/${ids.account}/mcp`
  const parameters = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    state: 'a-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource,
  })
  const opened = await ask(303, { method: 'GET', path: `/oauth/authorize?${parameters.toString()}` })
  const cookie = cookiesIn(opened)
  const uid = opened.headers.location?.split('/').at(-1) ?? ''
  const authorization = `Bearer ${members.Owner.token}`
  const decided = await ask(
    200,
    postJson(`/api/v1/agentRequests/${uid}`, { isAllowed: true }, { cookie, authorization }),
  )
  const { pathname, search } = new URL((JSON.parse(decided.text) as { url: string }).url, publicOrigin)
  const resumed = await ask(303, { method: 'GET', path: pathname + search, headers: { cookie } })
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: callback,
    code: new URL(resumed.headers.location ?? '').searchParams.get('code') ?? '',
    code_verifier: verifier,
    resource,
  })
  const issued = await ask(200, {
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
