import { emailPattern } from '@plinth/contract/members.ts'

export interface PersonValues {
  displayName: string
  email: string
}

/** What is wrong with each field: words under it, or `true` where the words stand under the other one already. */
export interface PersonErrors {
  displayName?: string
  email?: string | true
}

const missing = 'Name and email are required'

export const isEmail = (email: string) => emailPattern.test(email.trim())

export function checkPerson({ displayName, email }: PersonValues): PersonErrors {
  const hasName = displayName.trim() !== ''
  const hasEmail = email.trim() !== ''
  return {
    ...(hasName ? {} : { displayName: missing }),
    ...(hasEmail ? {} : { email: hasName ? missing : true }),
    ...(hasEmail && !isEmail(email) ? { email: 'Please enter a valid email address' } : {}),
  }
}
