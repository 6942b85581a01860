import { listMembers } from '@plinth/contract/members.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const membersQuery = (account: string) =>
  queryOptions({
    queryKey: ['members', account],
    queryFn: ({ signal }) => call(listMembers, { params: { account }, signal }),
  })
