import { createHash, randomBytes } from 'node:crypto'

import { getWhoami } from '@plinth/contract/whoami.ts'

import { providerFacts } from '../../server/src/embedded/identity/provider-facts.ts'
import type { Config } from '../../server/src/settings/config.ts'
import type { Member } from '../portal.ts'
import { expectStatus, jsonOf } from './send.ts'
import type { Answer, Outgoing, Send } from './send.ts'
import type { Action, Entrance } from './visitor.ts'

/** Signs in at the embedded provider as a browser does, and asks the portal with the new token who it belongs to. */
export const signIn =
  (config: Config, { port, host }: Entrance, { person }: Member): Action =>
  async (send) => {
    const { origin } = config.publicUrl
    const { issuer, apiScope, redirectUri } = providerFacts(config)
    const { clientId } = config.identity
    const visit = browser(send, { port, host })
    const verifier = randomBytes(32).toString('base64url')
    const parameters = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      response_mode: 'query',
      redirect_uri: redirectUri,
      scope: `openid ${apiScope}`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const interaction = locationOf(
      await visit(303, new URL(`${issuer}/auth?${parameters.toString()}`)),
      origin,
    )
    await visit(200, interaction)
    const resume = locationOf(await visit(303, interaction, { person: person.objectId }), origin)
    const callback = locationOf(await visit(303, resume), origin)
    const answer = await visit(200, new URL(`${issuer}/token`), {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code: callback.searchParams.get('code') ?? '',
      code_verifier: verifier,
    })
    const { access_token: token } = jsonOf(answer) as { access_token: string }
    const asked: Outgoing = {
      port,
      host,
      path: getWhoami.path,
      headers: { authorization: `Bearer ${token}` },
    }
    expectStatus(200, asked, await send(asked))
  }

const locationOf = ({ headers }: Answer, origin: string) => new URL(headers.location ?? '', origin)

/** Keeps cookies between requests and leaves redirects to the caller. */
function browser(send: Send, entrance: Entrance) {
  const cookies = new Map<string, string>()
  return async (status: number, { pathname, search }: URL, form?: Record<string, string>) => {
    const outgoing: Outgoing = {
      ...entrance,
      path: pathname + search,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }
    if (form) {
      outgoing.method = 'POST'
      outgoing.body = new URLSearchParams(form).toString()
      outgoing.headers = { ...outgoing.headers, 'content-type': 'application/x-www-form-urlencoded' }
    }
    const answer = expectStatus(status, outgoing, await send(outgoing))
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    return answer
  }
}
