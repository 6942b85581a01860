import type { IncomingMessage, ServerResponse } from 'node:http'

import { z } from 'zod'

import { useTicket } from './store.ts'
import { sharedHost } from './viewer-addresses.ts'
import type { ViewerServices } from './viewer-site.ts'

const sessionSeconds = 60 * 60
const largestBody = 4 * 1024

const Body = z.object({ ticket: z.string().max(2000) })

/** Where all versions share a host, each keeps its session beside the others'. */
export const sessionCookieName = (host: string, version: string) =>
  host === sharedHost ? `__Host-plinth-${version}` : '__Host-plinth'

/** The portal's page, and nobody else, may trade a ticket for this origin's session cookie. */
export async function exchangeTicket(
  services: ViewerServices,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { origin } = services.config.publicUrl
  if (request.headers.origin !== origin) return void response.writeHead(403).end()
  const cors = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  }
  if (request.method === 'OPTIONS') {
    const allowed = {
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '600',
    }
    return void response.writeHead(204, { ...cors, ...allowed }).end()
  }
  if (request.method !== 'POST') return void response.writeHead(405, cors).end()
  const cookie = await trade(services, host, await readTicket(request))
  if (!cookie) return void response.writeHead(403, cors).end()
  response.writeHead(204, { ...cors, 'set-cookie': cookie, 'cache-control': 'no-store' }).end()
}

/** A tab of its own where the cookie would not reach: the ticket in the address is traded and gone. */
export async function openWithTicket(
  services: ViewerServices,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { search = '' } = URL.parse(request.url ?? '/', 'http://viewer') ?? {}
  const asked = new URLSearchParams(search)
  const cookie = request.method === 'GET' ? await trade(services, host, asked.get('ticket') ?? '') : undefined
  response
    .writeHead(303, {
      location: locationOf(asked.get('to')),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...(cookie ? { 'set-cookie': cookie } : {}),
    })
    .end()
}

/** The asked address if it is one of this host's, and otherwise the beginning. */
function locationOf(to: string | null): string {
  const target = URL.parse(to ?? '/', 'http://viewer')
  if (to === null || target?.host !== 'viewer') return '/index.html'
  // A path may begin with two slashes, and as a Location that would be another host.
  return target.pathname.replace(/^\/+/, '/') + target.search
}

async function trade(
  { db, viewer }: ViewerServices,
  host: string,
  ticket: string,
): Promise<string | undefined> {
  const pass = viewer.seals.open(ticket, 'ticket')
  if (!pass || (host !== sharedHost && host !== pass.version)) return undefined
  if (!(await useTicket(db, pass.id, pass.expires))) return undefined
  const expires = Math.floor(Date.now() / 1000) + sessionSeconds
  const session = viewer.seals.seal({ use: 'session', userId: pass.userId, version: pass.version, expires })
  const name = sessionCookieName(host, pass.version)
  return `${name}=${session}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=${sessionSeconds}`
}

async function readTicket(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > largestBody) return ''
  }
  try {
    return Body.parse(JSON.parse(text)).ticket
  } catch {
    return ''
  }
}
