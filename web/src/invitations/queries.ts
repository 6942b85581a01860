import { listInvitations } from '@plinth/contract/invitations.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const invitationsQuery = (account: string) =>
  queryOptions({
    queryKey: ['invitations', account],
    queryFn: ({ signal }) => call(listInvitations, { params: { account }, signal }),
  })
