// Keeps the server running: started again after a crash, with growing pauses, and ended with this process.
import { setTimeout as sleep } from 'node:timers/promises'

/** The exit code of a start that was refused with a sentence (see server/src/operations/stop-requests.ts). */
const refused = 1

const defaults = {
  /** milliseconds before each further start */
  pauses: [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000],
  /** how long it runs before the pauses begin with the shortest again */
  steadyAfter: 60_000,
  /** how many crashes in a row are enough where it has never been ready */
  startAttempts: 5,
}

/**
 * `start` spawns the server with an IPC channel, over which it says `ready`. Answers with the exit code to end with.
 * The server ends with this process, however this one ends: it notices when the channel closes.
 */
export async function keepRunning(start, options = {}) {
  const { pauses, steadyAfter, startAttempts } = { ...defaults, ...options }
  const stop = listenForStop()
  let hasBeenReady = false
  let crashes = 0
  for (;;) {
    const started = Date.now()
    const ended = await run(start, stop.signal, () => (hasBeenReady = true))
    // One that had not even begun to listen for signals ends by the one it was stopped with.
    if (stop.signal.aborted) return ended.code ?? (ended.signal === 'SIGKILL' ? 1 : 0)
    if (ended.code === 0) return 0
    // Once it has run, its settings are good, and what is missing now (the database, say) may come back.
    if (ended.code === refused && !hasBeenReady) return refused
    if (Date.now() - started >= steadyAfter) crashes = 0
    crashes += 1
    const how = ended.signal ? `by ${ended.signal}` : `with exit code ${ended.code}`
    if (!hasBeenReady && crashes >= startAttempts) {
      console.error(`Plinth ended ${how}, ${crashes} times in a row before it was ready: see its log.`)
      return 1
    }
    const pause = pauses[Math.min(crashes, pauses.length) - 1]
    console.error(`Plinth ended ${how}. It is started again in ${pause / 1000} s.`)
    await sleep(pause, undefined, { signal: stop.signal }).catch(() => {})
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
      console.error(`Plinth could not be started: ${message}`)
      end(refused, null)
    })
  })
}

/** Aborted by the first signal, and when whoever started this process has ended without one. */
function listenForStop() {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort())
  // A closed terminal can no longer be written to, which must not end this process before the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop.abort(), 1000).unref()
  return stop
}
