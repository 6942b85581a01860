import { addressOf } from '@plinth/contract/client.ts'
import { getConfig } from '@plinth/contract/config.ts'

/** Progress is reported several times a second, and most archives are checked within this time. */
const silenceMs = 5000
const pingTimeoutMs = 5000
/** A congested connection may lose one ping. */
const maxFailedPings = 2

/** Any response will do: only the connection is tested. */
async function pingPortal(): Promise<boolean> {
  try {
    await fetch(addressOf(getConfig, {}), { cache: 'no-store', signal: AbortSignal.timeout(pingTimeoutMs) })
    return true
  } catch {
    return false
  }
}

/**
 * Detects a lost connection, which a browser may take minutes to notice. Whenever there was no progress for a while, or
 * the browser reports that it is offline, it pings the portal.
 */
export function watchConnection(onLost: () => void, ping: () => Promise<boolean> = pingPortal) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let isChecking = false
  let activityCount = 0

  async function check() {
    if (isChecking) return
    isChecking = true
    clearTimeout(timer)
    const isLost = await allPingsFail()
    isChecking = false
    if (isStopped) return
    if (!isLost) return waitForSilence()
    stop()
    onLost()
  }
  /** Progress counts too: a congested connection may carry it while pings wait. */
  async function allPingsFail(): Promise<boolean> {
    const countBefore = activityCount
    for (let attempt = 0; attempt < maxFailedPings; attempt++) {
      if ((await ping()) || activityCount > countBefore || isStopped) return false
    }
    return true
  }
  function waitForSilence() {
    clearTimeout(timer)
    timer = setTimeout(() => void check(), silenceMs)
  }
  function reportActivity() {
    activityCount++
    if (!isStopped && !isChecking) waitForSilence()
  }
  function stop() {
    isStopped = true
    clearTimeout(timer)
    removeEventListener('offline', checkNow)
  }
  const checkNow = () => void check()
  addEventListener('offline', checkNow)
  waitForSilence()
  return { reportActivity, stop }
}
