import { emailPattern } from '@plinth/contract/members.ts'

import { texts } from '../texts/texts.ts'

export interface PersonValues {
  displayName: string
  email: string
}

/** The error of each field: a message, or `true` if the other field already shows the message. */
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
