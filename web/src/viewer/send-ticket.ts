import type { ViewerTicket } from '@plinth/contract/viewer.ts'

/** Whether the browser sends the session back. Not all do if the viewer's host is of another site than the portal. */
export async function keepsSession({ ticketUrl }: Pick<ViewerTicket, 'ticketUrl'>): Promise<boolean> {
  const options = { credentials: 'include', redirect: 'error', referrerPolicy: 'no-referrer' } as const
  return (await fetch(ticketUrl, options)).ok
}

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
