import type { Logger } from 'pino'

import type { User } from '../../identity/store.ts'
import type { Admins } from '../../settings/read-admins.ts'

/** The app role that makes people of the operator's own tenant platform administrators. */
const adminRole = 'Platform.Admin'

export type IsAdministrator = (user: User) => boolean

/**
 * Who is a platform administrator. Customers assign app roles in their own tenants, so the role counts only in tokens
 * of the operator's tenant. E-mail addresses count only with the embedded identity provider; settings ensure that.
 */
export function administratorCheck({ people, emails, roleTenant }: Admins, log: Logger): IsAdministrator {
  let hasWarned = false

  function hasRole({ tenantId, roles }: User): boolean {
    if (!roles.includes(adminRole)) return false
    if (tenantId === roleTenant) return true
    if (!hasWarned) {
      const reason =
        roleTenant === undefined ? 'PLINTH_OPERATOR_TENANT is not set' : 'this is not the operator’s tenant'
      log.warn({ tenantId, reason }, `the app role ${adminRole} in a token was ignored`)
      hasWarned = true
    }
    return false
  }

  return (user) =>
    hasRole(user) || people.has(`${user.tenantId}/${user.objectId}`) || emails.has(user.email.toLowerCase())
}
