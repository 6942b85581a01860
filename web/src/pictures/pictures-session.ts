import { openPictures } from '@plinth/contract/pictures.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'
import { sendTicket } from '../viewer/send-ticket.ts'

/** Refreshed while a page shows pictures, before the session ends. */
const refreshAt = 0.8

/** Where the pictures of an account are, for this browser: a host of their own, with a session there. */
export const picturesQuery = (account: string) =>
  queryOptions({
    queryKey: ['pictures', account],
    queryFn: async () => {
      const { baseUrl, ticketUrl, ticket, sessionSeconds } = await call(openPictures, { params: { account } })
      const { status } = await sendTicket({ ticketUrl, ticket })
      if (status !== 204) throw new Error(`the session for pictures was refused: ${status}`)
      return { baseUrl, sessionSeconds }
    },
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data?.sessionSeconds ?? 3600) * 1000 * refreshAt,
    retry: 1,
  })
