import { emailPattern } from '@plinth/contract/members.ts'

import { texts } from '../texts/texts.ts'

export interface PersonValues {
  displayName: string
  email: string
}

/** What is wrong with each field: words under it, or `true` where the words stand under the other one already. */
export interface PersonErrors {
  displayName?: string
  email?: string | true
}

export const isEmail = (email: string) => emailPattern.test(email.trim())

export function checkPerson({ displayName, email }: PersonValues): PersonErrors {
  const { missing, emailInvalid } = texts.members.fields
  const hasName = displayName.trim() !== ''
  const hasEmail = email.trim() !== ''
  return {
    ...(hasName ? {} : { displayName: missing }),
    ...(hasEmail ? {} : { email: hasName ? missing : true }),
    ...(hasEmail && !isEmail(email) ? { email: emailInvalid } : {}),
  }
}
