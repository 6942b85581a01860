import { ApiError } from '@plinth/contract/client.ts'
import { openShareLink } from '@plinth/contract/share-links.ts'
import type { SharedVersion } from '@plinth/contract/share-links.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'
import { isTransient, queryClient } from '../query-client.ts'
import { storySearch } from '../viewer/story-address.ts'
import { exchangeTicket, openTab, ViewerError } from '../viewer/viewer-session.ts'
import type { ViewerSession } from '../viewer/viewer-session.ts'

export type OpenedShare = SharedVersion & ViewerSession

/** What a share link shows, with a session for it; null if the link does not work. Never refetched: see the viewer's. */
export const openedShareQuery = (secret: string) =>
  queryOptions({
    queryKey: ['share'],
    queryFn: () => openShare(secret),
    staleTime: Infinity,
    gcTime: 0,
    retry: (failures, error) => failures < 2 && !(error instanceof ViewerError) && isTransient(error),
  })

async function openShare(secret: string): Promise<OpenedShare | null> {
  const shared = secret === '' ? null : await startGuestSession({ secret })
  if (!shared) return null
  const renew = async () => {
    const renewed = await startGuestSession({ secret, renewal: shared.renewal })
    if (!renewed) queryClient.setQueryData(openedShareQuery(secret).queryKey, null)
  }
  return { ...shared, renew }
}

/** In a tab of its own there is no page around the storybook that would renew the session: it ends after an hour. */
export const openShareInNewTab = (secret: string) =>
  openTab(() => call(openShareLink, { body: { secret } }), storySearch(location.search))

/** Null if the link does not work. */
async function startGuestSession(body: { secret: string; renewal?: string }): Promise<SharedVersion | null> {
  try {
    const shared = await call(openShareLink, { body })
    await exchangeTicket(shared)
    return shared
  } catch (error) {
    if (error instanceof ApiError && error.problem?.code === 'share_link_unknown') return null
    throw error
  }
}
