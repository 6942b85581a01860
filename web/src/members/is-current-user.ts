import type { Member } from '@plinth/contract/members.ts'

import type { Session } from '../sign-in/session.ts'

/** Compares ids, because names and addresses can be edited. */
export const isCurrentUser = (member: Member, { oid, tenantId }: Session['person']) =>
  member.oid === oid && member.microsoftTenantId === tenantId
