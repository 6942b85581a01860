import { isEmail } from '../members/person-form.ts'
import { texts } from '../texts/texts.ts'

export interface AccountValues {
  name: string
  microsoftTenantId: string
  ownerEmail: string
}

export type AccountErrors = Partial<Record<keyof AccountValues, string | undefined>>

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The error of each field. Only the name is required. */
export function checkAccount({ name, microsoftTenantId, ownerEmail }: AccountValues): AccountErrors {
  const tenant = microsoftTenantId.trim()
  const email = ownerEmail.trim()
  return {
    ...(name.trim() === '' ? { name: texts.administration.creation.nameMissing } : {}),
    ...(tenant !== '' && !guid.test(tenant)
      ? { microsoftTenantId: texts.administration.creation.tenantIdInvalid }
      : {}),
    ...(email !== '' && !isEmail(email) ? { ownerEmail: texts.members.fields.emailInvalid } : {}),
  }
}
