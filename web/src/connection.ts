import { createStore } from './store.ts'

/** Whether the portal answers, as far as is known. */
export const reachable = createStore(true)

const retryMs = 3000
/** Added at random: all browsers begin to ask when a portal stops. */
const jitterMs = 2000
const answerMs = 10_000

let waiting: Promise<void> | undefined

/** For whoever could not reach the portal: asks it until it answers, and resolves then. */
export function whenReachable(): Promise<void> {
  waiting ??= waitForPortal().finally(() => (waiting = undefined))
  return waiting
}

async function waitForPortal(): Promise<void> {
  while (!(await answers())) {
    reachable.write(false)
    await nextTry()
  }
  if (!reachable.read()) reachable.write(true)
}

async function answers(): Promise<boolean> {
  try {
    const { ok } = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) })
    return ok
  } catch {
    return false
  }
}

/** After a while, or as soon as the browser is online again. */
function nextTry(): Promise<void> {
  return new Promise((resolve) => {
    const next = () => {
      clearTimeout(timer)
      removeEventListener('online', next)
      resolve()
    }
    const timer = setTimeout(next, retryMs + Math.random() * jitterMs)
    addEventListener('online', next)
  })
}

/** Proxies answer so for a portal that is stopped. */
const gatewayErrors = new Set([502, 503, 504])

/** Fetches, and notices if the portal does not answer. */
export async function fetchFromPortal(request: () => Promise<Response>): Promise<Response> {
  try {
    const response = await request()
    if (gatewayErrors.has(response.status)) void whenReachable()
    return response
  } catch (error) {
    // What fetch throws for a broken connection; aborted requests are another kind.
    if (error instanceof TypeError) void whenReachable()
    throw error
  }
}

const lastReload = 'plinth.reloaded'
const minBetweenReloadsMs = 60_000

/** Loads the page again once the portal answers; not more often than once a minute, in case that does not help. */
export async function reloadWhenReachable(): Promise<void> {
  await whenReachable()
  const before = Number(sessionStorage.getItem(lastReload) ?? 0)
  const waitMs = Math.max(0, Math.min(before + minBetweenReloadsMs - Date.now(), minBetweenReloadsMs))
  setTimeout(() => {
    sessionStorage.setItem(lastReload, String(Date.now()))
    location.reload()
  }, waitMs)
}
