import { shownVersionIn } from '../addresses.ts'
import type { RequestedVersion } from '../addresses.ts'
import { createBuildFrame, isForeign, isOnPortalsSite, managerPage, ticketAddress } from './build-frame.ts'
import { isShownMessage } from './early-viewer.ts'
import type { EarlyFrame, EarlyViewer } from './early-viewer.ts'
import { storySearch } from './story-address.ts'

type Opened = Awaited<EarlyViewer['opened']>

const maxMessages = 200

/** Opens the version of a viewer's address and shows it, while the app's code is still loading (early-viewer.ts). */
export function startViewer(token: string): void {
  const shown = shownVersionIn(location.pathname)
  if (!shown) return
  const { account, storybook, requested } = shown
  const call = `/api/v1/account/${account}/Storybooks/${storybook}/${callPath(requested)}`
  const early: EarlyViewer = {
    pathname: location.pathname,
    frame: undefined,
    isDiscarded: false,
    opened: post(call, token).then((opened) => {
      // If it composes other storybooks, it needs their session first.
      const { compose, viewerBaseUrl } = opened
      // On another site, the browser may keep no session, which has to be found out first.
      const canShow = isForeign(viewerBaseUrl) && isOnPortalsSite(viewerBaseUrl) && !early.isDiscarded
      if ('moveBefore' in Element.prototype && !compose && canShow) early.frame = showFrame(opened)
      return opened
    }),
  }
  early.opened.catch(() => {})
  globalThis.plinthEarlyViewer = early
}

function callPath(requested: RequestedVersion): string {
  if (typeof requested === 'string') return `${requested}/cookie`
  const query = requested ? `?${new URLSearchParams({ [requested.by]: requested.name })}` : ''
  return `latest/cookie${query}`
}

async function post(path: string, token: string): Promise<Opened> {
  const response = await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(String(response.status))
  return (await response.json()) as Opened
}

function showFrame({ viewerBaseUrl, openUrl, ticket }: Opened): EarlyFrame {
  const page = viewerBaseUrl + managerPage(storySearch(location.search))
  const element = createBuildFrame(ticketAddress(openUrl, ticket, page))
  // Below the viewer's bar, until the page is there, and not seen before the story is.
  Object.assign(element.style, {
    position: 'fixed',
    top: '48px',
    left: '0',
    width: '100%',
    height: 'calc(100% - 48px)',
    border: '0',
    background: 'var(--mantine-color-body, Canvas)',
    colorScheme: 'light',
    opacity: '0',
  })
  const frame: EarlyFrame = {
    element,
    messages: [],
    isLoaded: false,
    stopRecording: () => removeEventListener('message', record),
  }
  function record(event: MessageEvent) {
    const build = element.contentWindow
    const sender = event.source as Window | null
    const isOwn = sender !== null && (sender === build || sender.parent === build)
    if (isOwn && frame.messages.length < maxMessages) frame.messages.push(event)
    if (isOwn && isShownMessage(event.data)) element.style.opacity = '1'
  }
  addEventListener('message', record)
  element.addEventListener('load', () => (frame.isLoaded = true), { once: true })
  document.documentElement.append(element)
  return frame
}
