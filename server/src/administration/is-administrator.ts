import type { Config } from '../config.ts'
import type { User } from '../identity/store.ts'

/** The app role that makes somebody a platform administrator without being named in the settings. */
const adminRole = 'Platform.Admin'

/** E-mail addresses count only where the configuration let them in: with the embedded identity provider. */
export function isAdministrator(
  { tenantId, objectId, email, roles }: User,
  { admins }: Pick<Config, 'admins'>,
): boolean {
  return (
    roles.includes(adminRole) ||
    admins.people.has(`${tenantId}/${objectId}`) ||
    admins.emails.has(email.toLowerCase())
  )
}
