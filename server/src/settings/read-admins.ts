import { StartupError } from '../shared/startup-error.ts'

export interface Admins {
  /** `tenant id/object id` */
  people: Set<string>
  emails: Set<string>
  /** The tenant whose app role counts; without it the role is ignored. */
  roleTenant: string | undefined
}

export const demoOperator = 'operator@plinth.example'

const guid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const pair = new RegExp(`^${guid}/${guid}$`)

interface Circumstances {
  demo: boolean
  embeddedIdentity: boolean
  isPublicDemo: boolean
  operatorTenant: string | undefined
}

/** E-mail addresses are accepted only from the embedded provider: others do not prove that an address is theirs. */
export function readAdmins(
  text: string | undefined,
  { demo, embeddedIdentity, isPublicDemo, operatorTenant }: Circumstances,
): Admins {
  const names = (text ?? (demo && !isPublicDemo ? demoOperator : ''))
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean)
  const people = names.filter((name) => pair.test(name))
  const emails = names.filter((name) => /^[^\s@/]+@[^\s@/]+$/.test(name))
  const other = names.find((name) => !people.includes(name) && !emails.includes(name))
  if (other !== undefined) {
    throw new StartupError(
      `The setting PLINTH_ADMINS is not valid: ${other} is neither a tenant id/object id pair nor an e-mail address.`,
    )
  }
  if (emails.length > 0 && !embeddedIdentity) {
    throw new StartupError(
      'PLINTH_ADMINS takes e-mail addresses only with the embedded identity provider: name people by tenant id/object id.',
    )
  }
  if (names.length > 0 && embeddedIdentity && isPublicDemo) {
    throw new StartupError(
      'PLINTH_ADMINS and PLINTH_PUBLIC_DEMO exclude each other: without passwords, anybody could sign in as an administrator.',
    )
  }
  return { people: new Set(people), emails: new Set(emails), roleTenant: operatorTenant }
}
