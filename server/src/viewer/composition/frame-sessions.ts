import type { IncomingMessage } from 'node:http'

import type { Database } from '../../database/connect.ts'
import { hashOfSecret } from '../../shared/secret-codes.ts'
import { cookieOf, partitionedCookie } from '../cookies.ts'
import type { Reply } from '../file-reply.ts'
import { useTicket } from '../store.ts'
import { composeLabel } from '../viewer-addresses.ts'
import { openPath } from '../viewer-site.ts'
import type { Viewer } from '../viewer.ts'
import type { Composed } from './labels.ts'
import { redirect, withQuery } from './replies.ts'
import { findDeviceExpiry } from './store.ts'
import type { ComposedVersion } from './store.ts'

/*
 * How a frame gets the session of a version that a person has allowed a page to show. The frame starts and ends on the
 * version's host, because Storybook only talks to the origin it has put into the frame. In between it visits the compose
 * host, which knows the browser.
 */

export const enterPath = '/.plinth/enter'
const sessionCookie = '__Host-plinth-composed'
const ticketSeconds = 60

type Signing = Pick<Viewer, 'addresses' | 'labels' | 'signer'>

export const isFrame = ({ headers }: IncomingMessage): boolean => headers['sec-fetch-dest'] === 'iframe'

/** Whether the frame has a session for this version in this composition. */
export function hasSession({ signer }: Signing, { headers }: IncomingMessage, composed: Composed): boolean {
  const session = signer.verify(cookieOf(headers.cookie, sessionCookie) ?? '', 'composedSession')
  return session?.compositionId === composed.compositionId && session.versionId === composed.versionId
}

/** Sends a frame without session to the compose host; undefined if this is not the frame of a story. */
export function askForSession(
  { addresses }: Signing,
  label: string,
  request: IncomingMessage,
): Reply | undefined {
  const to = previewPath(request.url ?? '')
  if (to === undefined || !isFrame(request)) return undefined
  return redirect(withQuery(`${addresses.originOf(composeLabel)}${enterPath}`, { label, to }))
}

/** On the compose host: sends the frame back with a ticket, if its browser may show the version. */
export async function sendBackWithTicket(
  { db, viewer }: { db: Database; viewer: Signing },
  { compositionId, versionId, compositionKind }: ComposedVersion,
  device: string,
  to: string,
): Promise<Reply | undefined> {
  const path = previewPath(to)
  if (path === undefined || compositionKind === 'addresses') return undefined
  const expiry = await findDeviceExpiry(db, hashOfSecret(device), compositionId)
  if (!expiry) return undefined
  const { addresses, labels, signer } = viewer
  const ticket = signer.sign({
    use: 'composedTicket',
    compositionId,
    versionId,
    until: secondsOf(expiry),
    expires: secondsOf(new Date()) + ticketSeconds,
  })
  const host = addresses.originOf(labels.labelOf({ compositionId, versionId }))
  return redirect(withQuery(`${host}${openPath}`, { ticket, to: path }))
}

/** On the version's host: exchanges the ticket for a session, and shows the story. */
export async function openWithTicket(
  { db, viewer: { signer } }: { db: Database; viewer: Signing },
  { compositionId, versionId }: Composed,
  query: URLSearchParams,
): Promise<Reply | undefined> {
  const to = previewPath(query.get('to') ?? '')
  const ticket = signer.verify(query.get('ticket') ?? '', 'composedTicket')
  if (to === undefined || ticket?.compositionId !== compositionId || ticket.versionId !== versionId)
    return undefined
  if (!(await useTicket(db, ticket.id, ticket.expires))) return undefined
  const { until } = ticket
  const session = signer.sign({
    use: 'composedSession',
    compositionId,
    versionId,
    until,
    expires: until,
  })
  const cookie = partitionedCookie(sessionCookie, session, until - secondsOf(new Date()))
  return redirect(to, { 'set-cookie': cookie })
}

/** The page of a story on the same host; undefined for every other address. */
function previewPath(to: string): string | undefined {
  const url = URL.parse(to, 'http://host')
  return url?.origin === 'http://host' && url.pathname === '/iframe.html'
    ? url.pathname + url.search
    : undefined
}

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)
