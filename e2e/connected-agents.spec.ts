import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { disconnectAgent, listConnectedAgents } from '@plinth/contract/connected-agents.ts'

import { aRegisteredAgent } from './agents.ts'
import { portal } from './hostile-build.ts'
import { complaintsOf } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'
import { port } from './where.ts'

/** A program on this machine that waits for the browser to come back. */
async function aWaitingProgram() {
  const server = createServer((_request, response) => void response.end('<h1>Connected</h1>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise((resolve) => server.close(resolve))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, close }
}

const callMcp = (account: string, token: string) =>
  fetch(`http://127.0.0.1:${port}/api/v1/account/${account}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })

test('somebody who is not signed in connects an agent, and disconnects it', async ({ browser }) => {
  const { account, ada } = await aTeam()
  const program = await aWaitingProgram()
  const verifier = randomBytes(32).toString('base64url')
  const { clientId, authorization } = await aRegisteredAgent(account.publicId, {
    name: '<i>Agent</i>',
    redirectUri: program.address,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  const context = await browser.newContext({ baseURL: portal })
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(authorization)
  await page.getByText('Use another work address').click()
  await page.getByLabel('Name').fill(ada.displayName)
  await page.getByLabel('E-mail').fill(ada.email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Connect an agent' })).toBeVisible()
  await expect(page.getByText('<i>Agent</i>')).toBeVisible()
  await expect(page.getByText(account.name)).toBeVisible()
  await expect(page.getByText('The permission is sent to a program on this computer.')).toBeVisible()
  // The same address in another browser is worth nothing.
  const question = page.url()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${program.address}?*`)
  await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
  const returned = new URL(page.url()).searchParams
  expect(returned.get('state')).toBe('a-state')

  const answer = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: program.address,
      code: returned.get('code') ?? '',
      code_verifier: verifier,
    }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  expect((await callMcp(account.publicId, token)).status).toBe(200)
  const [agent] = await ada.call(listConnectedAgents)
  await ada.call(disconnectAgent, { params: { id: agent?.id ?? 0 } })
  expect((await callMcp(account.publicId, token)).status).toBe(401)

  await page.goto(question)
  await expect(page.getByText('This request cannot be answered')).toBeVisible()
  expect(complaints.filter((complaint) => !complaint.includes('410'))).toEqual([])

  // The second time the person is signed in already, and is asked all the same.
  await page.goto(authorization)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(`${program.address}?*`)
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  await context.close()
  await program.close()
})
