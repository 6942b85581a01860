import { describeAgentRequest, listConnectedAgents } from '@plinth/contract/connected-agents.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const agentRequestQuery = (uid: string) =>
  queryOptions({
    queryKey: ['agent-request', uid],
    queryFn: ({ signal }) => call(describeAgentRequest, { params: { uid }, signal }),
  })

export const connectedAgentsQuery = queryOptions({
  queryKey: ['connected-agents'],
  queryFn: ({ signal }) => call(listConnectedAgents, { signal }),
})
