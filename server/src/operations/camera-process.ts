import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { Logger } from 'pino'
import { z } from 'zod'

import type { Config } from '../settings/config.ts'

/** The camera of this portal: a process of its own, which knows nothing of the portal but its address and a token. */
export interface CameraProcess {
  /** Resolves when it is known whether it works: with what, or why not. */
  started: Promise<{ browser: string } | { reason: string }>
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../../../camera/src/main.ts', import.meta.url))
function logLines(output: Readable | null, logLine: (line: string) => void): void {
  if (output) createInterface({ input: output }).on('line', (line) => logLine(line.slice(0, 2000)))
}

const restartMs = 10_000
const stopMs = 5000

/** Untrusted: it has run the code of builds. */
const Message = z.union([
  z.object({ ready: z.string().max(200) }),
  z.object({ failed: z.string().max(2000) }),
])

/** Starts the camera, and starts it again when it ends; not if it says that it cannot work here. */
export function startCamera(
  { camera, ownUrl }: Pick<Config, 'camera' | 'ownUrl'>,
  token: string,
  log: Logger,
): CameraProcess {
  const { promise: started, resolve } = Promise.withResolvers<{ browser: string } | { reason: string }>()
  const stopping = new AbortController()
  let child: ChildProcess | undefined

  function run(): Promise<'stays ended' | 'ended'> {
    let hasFailed = false
    const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        TMPDIR: process.env['TMPDIR'],
        // Where Playwright's Chromium may be.
        HOME: process.env['HOME'],
        PLAYWRIGHT_BROWSERS_PATH: process.env['PLAYWRIGHT_BROWSERS_PATH'],
        PLINTH_CAMERA_PORTAL: ownUrl,
        PLINTH_CAMERA_TOKEN: token,
        PLINTH_CAMERA_CONCURRENCY: String(camera.concurrency),
        PLINTH_CAMERA_CONTAINED: String(camera.isContained),
        ...(camera.chromium !== undefined && { PLINTH_CAMERA_CHROMIUM: camera.chromium }),
      },
    })
    child = running
    logLines(running.stdout, (line) => log.debug({ camera: line }, 'camera'))
    logLines(running.stderr, (line) => log.warn({ camera: line }, 'the camera reported an error'))
    running.on('message', (said: unknown) => {
      const { success, data: message } = Message.safeParse(said)
      if (!success) return
      if ('ready' in message) return resolve({ browser: message.ready })
      hasFailed = true
      log.info({ reason: message.failed }, 'there is no camera on this machine')
      resolve({ reason: message.failed })
    })
    return new Promise((end) => {
      running.once('error', () => end('ended'))
      running.once('exit', () => end(hasFailed ? 'stays ended' : 'ended'))
    })
  }

  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      if ((await run()) === 'stays ended' || stopping.signal.aborted) return
      log.warn('the camera has ended; it is started again')
      await sleep(restartMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = keepRunning()

  return {
    started,
    async stop() {
      stopping.abort()
      child?.kill('SIGTERM')
      const timer = setTimeout(() => child?.kill('SIGKILL'), stopMs)
      await ended
      clearTimeout(timer)
    },
  }
}
