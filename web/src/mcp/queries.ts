import { listAgentCalls } from '@plinth/contract/mcp.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const agentCallsQuery = (account: string) =>
  queryOptions({
    queryKey: ['agent-calls', account],
    queryFn: ({ signal }) => call(listAgentCalls, { params: { account }, signal }),
  })
