import { ApiError } from '@plinth/contract/client.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'
import { isInvalidResponse } from '../error-message.ts'
import { isTransient, queryClient } from '../query-client.ts'
import { showError } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { versionsQuery } from '../versions/queries.ts'

/** A reason of the viewer's own why there is nothing to show; trying again would not change it. */
export class ViewerError extends Error {
  override name = 'ViewerError'
}

export interface ViewerTarget {
  account: string
  storybook: string
  version: string
}

export interface OpenedVersion extends ViewerTarget {
  viewerBaseUrl: string
}

/**
 * One opened of the viewer: which version, where it is, and a session there. It is never refetched, so that a
 * publication in between does not mix two builds, and forgotten when the page is left, so that the next opened
 * prefetch for the newest version again.
 */
export const openedVersionQuery = (account: string, storybook: string, version: string | undefined) =>
  queryOptions({
    queryKey: ['viewer', account, storybook, version ?? 'latest'],
    queryFn: () => openViewer(account, storybook, version),
    staleTime: Infinity,
    gcTime: 0,
    retry: (failures, error) => failures < 2 && !(error instanceof ViewerError) && isTransient(error),
  })

async function openViewer(
  account: string,
  storybook: string,
  asked: string | undefined,
): Promise<OpenedVersion> {
  if (!account) throw new ViewerError(texts.viewer.errors.noAccount)
  if (!storybook) throw new ViewerError(texts.viewer.errors.noStorybook)
  const version = asked ?? (await findNewest(account, storybook)).publicId
  if (!version) throw new ViewerError(texts.viewer.errors.noVersion)
  const target = { account, storybook, version }
  return { ...target, viewerBaseUrl: await startSession(target) }
}

async function findNewest(account: string, storybook: string): Promise<Version> {
  const versions = await queryClient
    .fetchQuery({ ...versionsQuery(account, storybook), staleTime: 0 })
    .catch((error: unknown) => {
      if (isInvalidResponse(error))
        throw new ViewerError(texts.viewer.errors.invalidVersions, { cause: error })
      throw error
    })
  const [newest] = versions
  if (!newest) throw new ViewerError(texts.viewer.errors.noVersions)
  return newest
}

/** Starts or prolongs the session on the viewer's own origin, and answers where that is. */
export async function startSession({ account, storybook, version }: ViewerTarget): Promise<string> {
  const params = { account, storybook, version }
  const { viewerBaseUrl, ticketUrl, ticket } = await call(refreshViewerSession, { params })
  if (!viewerBaseUrl) throw new ViewerError(texts.viewer.errors.noAddress)
  const origin = requireForeignOrigin(viewerBaseUrl)
  if (new URL(ticketUrl).origin !== origin) throw new ViewerError(texts.viewer.errors.noAddress)
  // The ticket is all that crosses over: the bearer token stays on the portal's origin.
  const response = await fetch(ticketUrl, {
    method: 'POST',
    credentials: 'include',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  }).catch((error: unknown) => {
    throw new Error(texts.viewer.errors.unreachable(origin), { cause: error })
  })
  if (response.status !== 204) {
    const { status, statusText } = response
    throw new ApiError({ url: ticketUrl, status, statusText, body: await response.text() })
  }
  return viewerBaseUrl
}

/** The origin of uploaded programs. It may be any but the portal's: there they could do whatever the person can. */
export function requireForeignOrigin(viewerBaseUrl: string): string {
  const { origin, protocol } = new URL(viewerBaseUrl)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  if (!isWeb) throw new ViewerError(texts.viewer.errors.noAddress)
  if (origin === location.origin) throw new ViewerError(texts.viewer.errors.sharedAddress)
  return origin
}

/** Whether the session of the frame also holds in a tab of the viewer's own: only where both are one site. */
export function sharesSessionWithNewTab(viewerBaseUrl: string): boolean {
  return new URL(viewerBaseUrl).hostname.endsWith(`.${location.hostname}`)
}

/** Opens a tab with a session of its own. The tab comes first: a browser blocks one that comes after waiting. */
export async function openInNewTab(
  { account, storybook, version, viewerBaseUrl }: OpenedVersion,
  search: string,
) {
  const tab = window.open('about:blank', '_blank')
  if (!tab) return showError(texts.viewer.tabRefused)
  tab.opener = null
  try {
    const { openUrl, ticket } = await call(refreshViewerSession, { params: { account, storybook, version } })
    const to = new URL(frameAddress(viewerBaseUrl, search))
    const address = new URL(openUrl)
    address.search = new URLSearchParams({ ticket, to: to.pathname + to.search }).toString()
    tab.location.replace(address)
  } catch (error) {
    tab.close()
    showError(texts.viewer.tabFailed, error)
  }
}

export const frameAddress = (viewerBaseUrl: string, search: string) => `${viewerBaseUrl}/index.html${search}`
