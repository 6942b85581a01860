import { can } from '@plinth/contract/roles.ts'
import type { Role } from '@plinth/contract/roles.ts'

/** Whoever may not publish has nothing to set up. */
export const hasGettingStarted = (role: Role) => can(role, 'publish')
