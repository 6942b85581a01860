import { beforeAll, expect, it } from 'vitest'

import { loadFurtherTexts } from '../texts/texts.ts'
import { checkAccount } from './account-form.ts'

beforeAll(loadFurtherTexts)

it('requires only a name', () => {
  expect(checkAccount({ name: ' Contoso ', microsoftTenantId: '', ownerEmail: ' ' })).toEqual({})
  expect(checkAccount({ name: ' ', microsoftTenantId: '', ownerEmail: '' })).toEqual({
    name: 'A name is required',
  })
})

it('validates the optional fields', () => {
  const given = { name: 'Contoso', microsoftTenantId: 'contoso.com', ownerEmail: 'owner' }
  expect(Object.keys(checkAccount(given))).toEqual(['microsoftTenantId', 'ownerEmail'])
  const tenant = '0f9a1c2e-0000-4000-8000-00000000C0DE'
  expect(
    checkAccount({ name: 'Contoso', microsoftTenantId: tenant, ownerEmail: 'owner@contoso.example' }),
  ).toEqual({})
})
