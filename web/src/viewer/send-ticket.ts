import type { ViewerTicket } from '@plinth/contract/viewer.ts'

/** Only the ticket is sent there; the bearer token stays on the portal's origin. */
export function sendTicket({
  ticketUrl,
  ticket,
}: Pick<ViewerTicket, 'ticketUrl' | 'ticket'>): Promise<Response> {
  return fetch(ticketUrl, {
    method: 'POST',
    credentials: 'include',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  })
}
