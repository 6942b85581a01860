import { isEmail } from '../members/person-form.ts'

export interface AccountValues {
  name: string
  microsoftTenantId: string
  ownerEmail: string
}

export type AccountErrors = Partial<Record<keyof AccountValues, string | undefined>>

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What is wrong with each field; only the name has to be there. */
export function checkAccount({ name, microsoftTenantId, ownerEmail }: AccountValues): AccountErrors {
  const tenant = microsoftTenantId.trim()
  const email = ownerEmail.trim()
  return {
    ...(name.trim() === '' ? { name: 'A name is required' } : {}),
    ...(tenant !== '' && !guid.test(tenant) ? { microsoftTenantId: 'A tenant id is a GUID' } : {}),
    ...(email !== '' && !isEmail(email) ? { ownerEmail: 'Please enter a valid email address' } : {}),
  }
}
