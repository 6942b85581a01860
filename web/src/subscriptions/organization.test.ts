import { afterEach, expect, it, vi } from 'vitest'

import type { Session } from '../sign-in/session.ts'
import { fetchOrganizationName } from './organization.ts'

const tenantId = 'FF477C55-2d00-4c7e-82d9-cb4cdcf25e66'

const session = {
  person: { name: 'Olivia', email: 'owner@contoso.example', oid: '', tenantId },
  tokenFor: async (scopes: string[]) => `token for ${scopes.join()}`,
} as Session

function answer(body: unknown, init?: ResponseInit) {
  const send = vi.fn<typeof fetch>(async () => Response.json(body, init))
  vi.stubGlobal('fetch', send)
  return send
}

afterEach(() => vi.unstubAllGlobals())

it('fetches the name of the user’s organisation from the graph service', async () => {
  const send = answer({ value: [{ id: tenantId.toLowerCase(), displayName: 'Contoso' }] })
  await expect(fetchOrganizationName('https://graph.example', session)).resolves.toBe('Contoso')
  const [address, request] = send.mock.calls[0] ?? []
  expect(address).toBe('https://graph.example/v1.0/organization?$select=id,displayName')
  expect(request?.headers).toMatchObject({ authorization: 'Bearer token for User.Read' })
})

it('fails for an empty answer or another organisation', async () => {
  answer({ value: [] })
  await expect(fetchOrganizationName('', session)).rejects.toThrow('Organization not found')
  answer({ value: [{ id: 'another', displayName: 'Fabrikam' }] })
  await expect(fetchOrganizationName('', session)).rejects.toThrow('Organization not found')
})

it('reports the status of the graph service', async () => {
  answer({}, { status: 403, statusText: 'Forbidden' })
  await expect(fetchOrganizationName('', session)).rejects.toThrow('Failed to get organization: Forbidden')
})
