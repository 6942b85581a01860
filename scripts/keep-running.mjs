// Keeps the server running: restarts it after a crash, with growing delays, and stops it with this process.
import { setTimeout as sleep } from 'node:timers/promises'

/** The exit code of a start that failed for a reason the operator must fix (server/src/operations/stop-requests.ts). */
const refused = 1

const defaults = {
  /** milliseconds before each restart */
  delays: [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000],
  /** after running this long, the next restart uses the shortest delay again */
  stableAfter: 60_000,
  /** give up after so many crashes in a row if it has never been ready */
  startAttempts: 5,
}

/**
 * `start` spawns the server with an IPC channel, over which it sends `ready`. Resolves with this process's exit code.
 * However this process ends, the server notices that the channel has closed, and stops too.
 */
export async function keepRunning(start, options = {}) {
  const { delays, stableAfter, startAttempts } = { ...defaults, ...options }
  const stop = listenForStop()
  let hasBeenReady = false
  let crashes = 0
  for (;;) {
    const started = Date.now()
    const ended = await run(start, stop.signal, () => (hasBeenReady = true))
    // A server that does not listen for signals yet is ended by SIGTERM itself, and has no exit code.
    if (stop.signal.aborted) return ended.code ?? (ended.signal === 'SIGKILL' ? 1 : 0)
    if (ended.code === 0) return 0
    // Once it has been ready, its settings are fine, and what is missing now (such as the database) may come back.
    if (ended.code === refused && !hasBeenReady) return refused
    if (Date.now() - started >= stableAfter) crashes = 0
    crashes += 1
    const how = ended.signal ? `on ${ended.signal}` : `with code ${ended.code}`
    if (!hasBeenReady && crashes >= startAttempts) {
      console.error(`Plinth exited ${how}, ${crashes} times in a row before it was ready: see its log.`)
      return 1
    }
    const delay = delays[Math.min(crashes, delays.length) - 1]
    console.error(`Plinth exited ${how}. Restarting in ${delay / 1000} s.`)
    await sleep(delay, undefined, { signal: stop.signal }).catch(() => {})
    if (stop.signal.aborted) return 0
  }
}

function run(start, stopping, onReady) {
  return new Promise((resolve) => {
    const server = start()
    const stop = () => server.kill('SIGTERM')
    stopping.addEventListener('abort', stop)
    const end = (code, signal) => {
      stopping.removeEventListener('abort', stop)
      resolve({ code, signal })
    }
    server.on('message', (message) => message === 'ready' && onReady())
    server.once('exit', end)
    server.once('error', ({ message }) => {
      console.error(`Could not start Plinth: ${message}`)
      end(refused, null)
    })
  })
}

/** Aborted by the first signal, or when the parent process is gone. */
function listenForStop() {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort())
  // Writing to a closed terminal fails, which must not end this process before the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop.abort(), 1000).unref()
  return stop
}
