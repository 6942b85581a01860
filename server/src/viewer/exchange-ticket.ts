import type { IncomingMessage, ServerResponse } from 'node:http'

import { z } from 'zod'

import type { Database } from '../database/connect.ts'
import { sessionCookie } from './cookies.ts'
import type { Signer } from './signer.ts'
import { useTicket } from './store.ts'
import { sharedHost } from './viewer-addresses.ts'

interface TicketServices {
  db: Database
  signer: Signer
  publicUrl: URL
  viewerUrl: string
}

/** How long a viewer session lasts. The web app is told, and refreshes it in time. */
export const sessionSeconds = 60 * 60
const maxBodyLength = 4 * 1024

const Body = z.object({ ticket: z.string().max(2000) })

/** A guest's session never replaces the one of a member in the same browser. */
const cookieNames = { member: '__Host-plinth', guest: '__Host-plinth-guest' }
export type HolderKind = keyof typeof cookieNames
export const holderKinds: readonly HolderKind[] = ['member', 'guest']

/** If all versions share a host, each needs a cookie of its own. */
export const sessionCookieName = (hostVersion: string, version: string, kind: HolderKind): string =>
  hostVersion === sharedHost ? `${cookieNames[kind]}-${version}` : cookieNames[kind]

/** Exchanges a ticket for this origin's session cookie. */
export const exchangeTicket = (
  services: TicketServices,
  hostVersion: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> =>
  answerTicket(services.publicUrl.origin, request, response, (ticket) =>
    createSession(services, hostVersion, request, ticket),
  )

/** Opened as a page, the answer must not decide that the host shares a process with the rest of its site. */
const noPage = { 'origin-agent-cluster': '?1', 'content-security-policy': "frame-ancestors 'none'" }

/** Answers a ticket with a cookie; only pages of the portal may send one. */
export async function answerTicket(
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
  cookieFor: (ticket: string) => Promise<string | undefined>,
): Promise<void> {
  if (request.headers.origin !== origin) return void response.writeHead(403, noPage).end()
  const cors = corsFor(origin)
  if (request.method === 'OPTIONS') {
    const allowed = {
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '600',
    }
    return void response.writeHead(204, { ...cors, ...allowed }).end()
  }
  if (request.method !== 'POST') return void response.writeHead(405, cors).end()
  const cookie = await cookieFor(await readTicket(request))
  if (!cookie) return void response.writeHead(403, cors).end()
  response.writeHead(204, { ...cors, 'set-cookie': cookie, 'cache-control': 'no-store' }).end()
}

const corsFor = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  vary: 'Origin',
})

/** Tells the portal's page whether the browser keeps a session here, which not all do for other sites. */
export function answerSessionCheck(
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
  hasSession: boolean,
): void {
  if (request.headers.origin !== origin) return void response.writeHead(403, noPage).end()
  const headers = { ...corsFor(origin), 'cache-control': 'no-store' }
  response.writeHead(hasSession ? 204 : 401, headers).end()
}

/** For a new tab, which does not get the embedded frame's cookie: exchanges the ticket, and redirects to remove it from the URL. */
export async function openWithTicket(
  services: TicketServices,
  hostVersion: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { search = '' } = URL.parse(request.url ?? '/', 'http://viewer') ?? {}
  const query = new URLSearchParams(search)
  const cookie =
    request.method === 'GET'
      ? await createSession(services, hostVersion, request, query.get('ticket') ?? '')
      : undefined
  response
    .writeHead(303, {
      location: locationOf(query.get('to')),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...(cookie ? { 'set-cookie': cookie } : {}),
    })
    .end()
}

/** The requested address if it is on this host, otherwise the start page. */
function locationOf(to: string | null): string {
  const target = URL.parse(to ?? '/', 'http://viewer')
  if (to === null || target?.host !== 'viewer') return '/index.html'
  // In a Location header, a path that begins with two slashes would be another host.
  return target.pathname.replace(/^\/+/, '/') + target.search
}

async function createSession(
  { db, signer, viewerUrl }: TicketServices,
  hostVersion: string,
  request: IncomingMessage,
  ticket: string,
): Promise<string | undefined> {
  const payload = signer.verify(ticket, 'ticket')
  if (!payload || (hostVersion !== sharedHost && hostVersion !== payload.version)) return undefined
  if (!(await useTicket(db, payload.id, payload.expires))) return undefined
  const { id: _id, ...session } = payload
  const now = Math.floor(Date.now() / 1000)
  const expires = Math.min(now + sessionSeconds, 'until' in session ? session.until : Infinity)
  const value = signer.sign({ ...session, use: 'session', expires })
  const name = sessionCookieName(hostVersion, payload.version, 'shareLinkId' in payload ? 'guest' : 'member')
  return sessionCookie(viewerUrl, request, { name, value, seconds: expires - now })
}

async function readTicket(request: IncomingMessage): Promise<string> {
  try {
    let text = ''
    for await (const chunk of request) {
      text += String(chunk)
      if (text.length > maxBodyLength) return ''
    }
    return Body.parse(JSON.parse(text)).ticket
  } catch {
    // Not a ticket, or the client disconnected before it was complete.
    return ''
  }
}
