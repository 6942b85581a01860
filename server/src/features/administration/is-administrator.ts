import type { Logger } from 'pino'

import type { User } from '../../identity/store.ts'
import type { Admins } from '../../settings/read-admins.ts'

/** The app role that makes somebody of the operator's own tenant a platform administrator. */
const adminRole = 'Platform.Admin'

export type IsAdministrator = (user: User) => boolean

/**
 * Who is a platform administrator. Every customer assigns app roles in their own tenant, so the role counts only in
 * tokens of the operator's. E-mail addresses count only where the configuration allows them: with the embedded
 * identity provider.
 */
export function administratorCheck({ people, emails, roleTenant }: Admins, log: Logger): IsAdministrator {
  let hasWarned = false

  function hasRole({ tenantId, roles }: User): boolean {
    if (!roles.includes(adminRole)) return false
    if (tenantId === roleTenant) return true
    if (!hasWarned) {
      const reason =
        roleTenant === undefined ? 'PLINTH_OPERATOR_TENANT is not set' : 'the tenant is not the operator’s'
      log.warn({ tenantId, reason }, `a token with the app role ${adminRole} was not given its rights`)
      hasWarned = true
    }
    return false
  }

  return (user) =>
    hasRole(user) || people.has(`${user.tenantId}/${user.objectId}`) || emails.has(user.email.toLowerCase())
}
