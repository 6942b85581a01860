import { decideAgentRequest, disconnectAgent } from '@plinth/contract/connected-agents.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { connectedAgentsQuery } from './queries.ts'

/** Sends the answer and leaves the portal: the browser is sent back to the agent. */
export function useDecideAgentRequest(uid: string) {
  return useMutation({
    mutationFn: (isAllowed: boolean) => call(decideAgentRequest, { params: { uid }, body: { isAllowed } }),
    onSuccess: ({ url }) => location.replace(url),
  })
}

export function useDisconnectAgent(id: number, onDisconnected: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(disconnectAgent, { params: { id } }),
    onSuccess: () => {
      queryClient.setQueryData(connectedAgentsQuery.queryKey, (list) =>
        list?.filter((shown) => shown.id !== id),
      )
      onDisconnected()
    },
    onSettled: () => void queryClient.invalidateQueries(connectedAgentsQuery),
  })
}
