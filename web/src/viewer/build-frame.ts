/** What an uploaded build may do. Above all, it may not navigate the portal's tab. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads'

/** Whether this is the address of another origin: on the portal's, a build could remove the sandbox and act as the user. */
export function isForeign(address: string): boolean {
  const { origin, protocol } = new URL(address)
  return (protocol === 'http:' || protocol === 'https:') && origin !== location.origin
}

/** Whether the viewer's hosts are below the portal's: browsers then treat their cookies as the portal's own, in frame and tab. */
export const isOnPortalsSite = (viewerBaseUrl: string): boolean =>
  new URL(viewerBaseUrl).hostname.endsWith(`.${location.hostname}`)

/** A frame for an uploaded build, not in the page yet. */
export function createBuildFrame(address: string): HTMLIFrameElement {
  if (!isForeign(address)) throw new Error(address)
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', sandbox)
  frame.referrerPolicy = 'no-referrer'
  frame.allow = 'clipboard-write; fullscreen'
  frame.src = address
  return frame
}

/** The whole Storybook, at the story of a search string. */
export const managerPage = (search: string) => `/index.html${search}`

/** Where a ticket is exchanged for a session, and followed by the page. */
export function ticketAddress(openUrl: string, ticket: string, page: string): string {
  const { pathname, search } = new URL(page)
  const address = new URL(openUrl)
  address.search = new URLSearchParams({ ticket, to: pathname + search }).toString()
  return address.href
}
