import { port } from './where.ts'

interface Agent {
  name: string
  redirectUri: string
  challenge: string
}

/** An MCP client that has registered itself, and the address at which it asks to read an account. */
export async function aRegisteredAgent(account: string, { name, redirectUri, challenge }: Agent) {
  const answer = await fetch(`http://127.0.0.1:${port}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
  })
  const { client_id: clientId } = (await answer.json()) as { client_id: string }
  const parameters = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 'a-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: `http://plinth.localhost:${port}/api/v1/account/${account}/mcp`,
  })
  return { clientId, authorization: `/oauth/authorize?${parameters.toString()}` }
}
