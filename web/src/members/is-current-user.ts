import type { Member } from '@plinth/contract/members.ts'

import type { Session } from '../sign-in/session.ts'

/** Whether a member is the person signed in: by what identifies them, since names and addresses can be edited. */
export const isSame = (member: Member, { oid, tenantId }: Session['person']) =>
  member.oid === oid && member.microsoftTenantId === tenantId
