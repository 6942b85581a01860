import { ApiError } from '@plinth/contract/client.ts'
import type { EntryLink } from '@plinth/contract/contents.ts'
import { getVersionOfBranch, getVersionOfCommit, getVersionOfRelease } from '@plinth/contract/versions.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { OpenedVersion as OpenedTicket, refreshViewerSession } from '@plinth/contract/viewer.ts'
import type { ViewerTicket } from '@plinth/contract/viewer.ts'
import { queryOptions } from '@tanstack/react-query'

import type { RequestedVersion, VersionName } from '../addresses.ts'
import { call } from '../api.ts'
import { isInvalidResponse } from '../error-message.ts'
import { isTransient, queryClient } from '../query-client.ts'
import { showError } from '../shell/notices.tsx'
import { storybookQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { versionsQuery } from '../versions/queries.ts'
import { isForeign, isOnPortalsSite, managerPage, ticketAddress } from './build-frame.ts'
import { discardEarlyViewer, takeEarlyViewer, takeFrame } from './early-viewer.ts'
import type { EarlyFrame } from './early-viewer.ts'
import { keepsSession, sendTicket } from './send-ticket.ts'

/** Nothing can be shown, and a retry would not help. */
export class ViewerError extends Error {
  override name = 'ViewerError'
}

/** The browser keeps no cookies of the viewer's hosts inside the portal, because they are of another site. */
export class CookiesRefused extends ViewerError {
  override name = 'CookiesRefused'
}

export interface ViewerTarget {
  account: string
  storybook: string
  version: string
}

/** A session on the viewer's own origin. */
export interface ViewerSession {
  viewerBaseUrl: string
  sessionSeconds: number
  /** Extends it. */
  renew: () => Promise<unknown>
  /** The frame that already shows the build; undefined if there is none, or it has been taken. */
  takeEarlyFrame?: () => EarlyFrame | undefined
}

export type OpenedVersion = ViewerTarget & ViewerSession

/**
 * Opens a version in the viewer: its id, its address and a session there. Never refetched, because a version published
 * meanwhile would mix two builds; and removed when the user leaves the page, so that the next visit opens the newest
 * version.
 */
export const openedVersionQuery = (account: string, storybook: string, requested: RequestedVersion) =>
  queryOptions({
    queryKey: ['viewer', account, storybook, requested ?? 'latest'],
    queryFn: () => openViewer(account, storybook, requested),
    staleTime: Infinity,
    gcTime: 0,
    retry: (failures, error) => failures < 2 && !(error instanceof ViewerError) && isTransient(error),
  })

async function openViewer(
  account: string,
  storybook: string,
  requested: RequestedVersion,
): Promise<OpenedVersion> {
  if (!account) throw new ViewerError(texts.viewer.specifiedErrors.noAccount)
  if (!storybook) throw new ViewerError(texts.viewer.specifiedErrors.noStorybook)
  const early = await takeOpened(account, storybook)
  if (early) return early
  const version =
    typeof requested === 'string' ? requested : (await findVersion(account, storybook, requested)).publicId
  if (!version) throw new ViewerError(texts.viewer.specifiedErrors.noVersion)
  const target = { account, storybook, version }
  const { viewerBaseUrl, sessionSeconds } = await startViewerSession(target)
  return { ...target, viewerBaseUrl, sessionSeconds, renew: () => startViewerSession(target) }
}

/** What the page's first script has opened. If that failed, it is tried again with the calls that tell why. */
async function takeOpened(account: string, storybook: string): Promise<OpenedVersion | undefined> {
  const early = takeEarlyViewer()
  if (!early) return undefined
  try {
    const ticket = OpenedTicket.parse(await early.opened)
    if (!early.frame) await useTickets(ticket)
    const target = { account, storybook, version: ticket.version }
    return {
      ...target,
      viewerBaseUrl: ticket.viewerBaseUrl,
      sessionSeconds: ticket.sessionSeconds,
      renew: () => startViewerSession(target),
      takeEarlyFrame: () => takeFrame(early),
    }
  } catch {
    discardEarlyViewer()
    return undefined
  }
}

async function findVersion(
  account: string,
  storybook: string,
  requested: VersionName | undefined,
): Promise<Version> {
  if (requested) return findNamed(account, storybook, requested)
  const newest = findNewestOfAll(account, storybook)
  // Of two refusals, only one is thrown.
  newest.catch(() => undefined)
  const { mainBranch } = await queryClient.fetchQuery(storybookQuery(account, storybook))
  if (mainBranch === null) return newest
  return findNamed(account, storybook, { by: 'branch', name: mainBranch })
}

async function findNamed(account: string, storybook: string, { by, name }: VersionName): Promise<Version> {
  const params = { account, storybook }
  try {
    if (by === 'branch') return await call(getVersionOfBranch, { params: { ...params, branch: name } })
    if (by === 'commit') return await call(getVersionOfCommit, { params: { ...params, commit: name } })
    return await call(getVersionOfRelease, { params: { ...params, release: name } })
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    throw isMissing ? new ViewerError(texts.viewer.errors.noVersionNamed[by](name)) : error
  }
}

async function findNewestOfAll(account: string, storybook: string): Promise<Version> {
  const versions = await queryClient
    .fetchQuery({ ...versionsQuery(account, storybook), staleTime: 0 })
    .catch((error: unknown) => {
      if (isInvalidResponse(error))
        throw new ViewerError(texts.viewer.specifiedErrors.invalidVersions, { cause: error })
      throw error
    })
  const [newest] = versions
  if (!newest) throw new ViewerError(texts.viewer.specifiedErrors.noVersions)
  return newest
}

/** Starts or extends the session of a member. */
async function startViewerSession(target: ViewerTarget): Promise<ViewerTicket> {
  const ticket = await call(refreshViewerSession, { params: target })
  await useTickets(ticket)
  return ticket
}

async function useTickets(ticket: ViewerTicket): Promise<void> {
  // Before the frame is shown, which asks for the other storybooks at once. Without them, it still shows itself.
  const composing = ticket.compose && sendTicket(ticket.compose).catch(() => undefined)
  await Promise.all([exchangeTicket(ticket), composing])
}

/** Starts or extends a session on the viewer's own origin. */
export async function exchangeTicket({ viewerBaseUrl, ticketUrl, ticket }: ViewerTicket): Promise<void> {
  if (!viewerBaseUrl) throw new ViewerError(texts.viewer.specifiedErrors.noAddress)
  const origin = requireForeignOrigin(viewerBaseUrl)
  if (new URL(ticketUrl).origin !== origin) throw new ViewerError(texts.viewer.specifiedErrors.noAddress)
  const response = await sendTicket({ ticketUrl, ticket }).catch((error: unknown) => {
    throw new Error(texts.viewer.errors.unreachable(origin), { cause: error })
  })
  if (response.status !== 204) {
    const { status, statusText } = response
    throw new ApiError({ url: ticketUrl, status, statusText, body: await response.text() })
  }
  if (!isOnPortalsSite(viewerBaseUrl) && !(await keepsSession({ ticketUrl })))
    throw new CookiesRefused(texts.viewer.errors.cookiesRefused)
}

/** The origin of uploaded builds. It must not be the portal's, where a build could act as the user. */
export function requireForeignOrigin(viewerBaseUrl: string): string {
  const { origin } = new URL(viewerBaseUrl)
  if (origin === location.origin) throw new ViewerError(texts.viewer.errors.sharedAddress)
  if (!isForeign(viewerBaseUrl)) throw new ViewerError(texts.viewer.specifiedErrors.noAddress)
  return origin
}

/** Opens a version in a tab with its own session. */
export function openInNewTab(
  { account, storybook, version }: ViewerTarget,
  search: string,
  name?: VersionName,
) {
  const params = { account, storybook, version }
  const query = name && { [name.by]: name.name }
  return openTab(() => call(refreshViewerSession, { params, ...(query && { query }) }), search)
}

/** The tab is opened first, because browsers block one opened after an await. */
export async function openTab(getTicket: () => Promise<ViewerTicket>, search: string): Promise<void> {
  const tab = window.open('about:blank', '_blank')
  if (!tab) return showError(texts.viewer.tabRefused)
  tab.opener = null
  try {
    const { openUrl, ticket, viewerBaseUrl } = await getTicket()
    tab.location.replace(ticketAddress(openUrl, ticket, frameAddress(viewerBaseUrl, search)))
  } catch (error) {
    tab.close()
    showError(texts.viewer.tabFailed, error)
  }
}

export const frameAddress = (viewerBaseUrl: string, search: string) => viewerBaseUrl + managerPage(search)

/** One story or docs page, without the Storybook around it. */
export const previewPage = ({ id, kind }: Pick<EntryLink, 'id' | 'kind'>) =>
  `/iframe.html?${new URLSearchParams({ id, viewMode: kind === 'docs' ? 'docs' : 'story' })}`
