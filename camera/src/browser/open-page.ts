import { limitConcurrency } from '@plinth/contract/limit-concurrency.ts'

import type { Browser } from './launch-browser.ts'

/** A file of a build, as it is answered. */
export interface PageFile {
  body: Buffer
  type: string
}

/** Answers for a path of the build; undefined if it has no such file. */
export type FindFile = (path: string) => Promise<PageFile | undefined>

/** What a build tried and did not get. */
export type Refused = 'request' | 'popup' | 'dialog' | 'download'

export interface Viewport {
  width: number
  height: number
}

/** How pages look, apart from their size. */
export interface Media {
  colourScheme: 'light' | 'dark'
  forcedColours: boolean
  reducedMotion: boolean
}

export const usualMedia: Media = { colourScheme: 'light', forcedColours: false, reducedMotion: true }

export interface Clip {
  x: number
  y: number
  width: number
  height: number
  scale: number
}

export interface Page {
  /** Loads a path of the build. */
  navigate(path: string, timeoutMs: number): Promise<void>
  /** Runs an expression in the page, and returns what it says as JSON. Untrusted. */
  evaluate(expression: string, timeoutMs: number): Promise<unknown>
  resize(viewport: Viewport, media: Media): Promise<void>
  capture(format: 'png' | 'webp', clip: Clip): Promise<Buffer>
  close(): Promise<void>
}

/** Where builds seem to be. The name cannot exist (RFC 6761), and is a secure context: service workers work. */
export const buildOrigin = 'https://build.plinth-camera.invalid'

const captureTimeoutMs = 15_000

/** As many as a browser asks a server for. */
const answersAtOnce = 6

/** What stories and their parameters take is far less. */
const maxAnswerLength = 1_000_000

/** Opens pages of one build in a browser. Everything that they ask for is answered from here; nothing else is answered. */
export function openPages(browser: Browser, findFile: FindFile, onRefused: (what: Refused) => void) {
  const { connection } = browser
  const own = new Set<unknown>()
  const send = (method: string, params: Record<string, unknown>, session?: string) =>
    connection.send(method, params, { session }).catch(() => undefined)

  async function answer(requestId: unknown, url: string, session: string | undefined) {
    const { origin, pathname } = URL.parse(url) ?? {}
    if (origin !== buildOrigin || pathname === undefined) {
      onRefused('request')
      return send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }, session)
    }
    const file = await findFile(decodePath(pathname))
    const headers = file
      ? { 'content-type': file.type, 'service-worker-allowed': '/', 'cache-control': 'max-age=600' }
      : { 'content-type': 'text/plain' }
    return send(
      'Fetch.fulfillRequest',
      {
        requestId,
        responseCode: file ? 200 : 404,
        responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
        body: file?.body.toString('base64') ?? '',
      },
      session,
    )
  }

  const inTurn = limitConcurrency(answersAtOnce)
  connection.on('Fetch.requestPaused', ({ requestId, request }, session) => {
    const { url } = request as { url: string }
    // Until the browser has taken it: a build may ask for as much as it likes.
    void inTurn(() => answer(requestId, url, session)).catch(() =>
      send('Fetch.failRequest', { requestId, errorReason: 'Failed' }, session),
    )
  })

  const interceptAll = { patterns: [{ urlPattern: '*' }] }
  const attachToAll = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }

  connection.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const { targetId, type } = targetInfo as { targetId: string; type: string }
    if (own.has(targetId)) return
    if (type === 'page') {
      onRefused('popup')
      void send('Target.closeTarget', { targetId })
      return
    }
    // Workers wait until they are intercepted too.
    const session = String(sessionId)
    void send('Fetch.enable', interceptAll, session)
      .then(() => send('Target.setAutoAttach', attachToAll, session))
      .then(() => send('Runtime.runIfWaitingForDebugger', {}, session))
  })
  connection.on('Page.javascriptDialogOpening', (_, session) => {
    onRefused('dialog')
    void send('Page.handleJavaScriptDialog', { accept: false }, session)
  })
  connection.on('Browser.downloadWillBegin', () => onRefused('download'))

  /** A page with storage and cache of its own. */
  return async function openPage(scripts: readonly string[]): Promise<Page> {
    const { browserContextId } = await connection.send('Target.createBrowserContext', {
      disposeOnDetach: true,
    })
    await connection.send('Browser.setDownloadBehavior', {
      behavior: 'deny',
      browserContextId,
      eventsEnabled: true,
    })
    const { targetId } = await connection.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    })
    own.add(targetId)
    const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true })
    const session = String(sessionId)
    const call = (method: string, params: Record<string, unknown> = {}, timeoutMs?: number) =>
      connection.send(method, params, { session, ...(timeoutMs !== undefined && { timeoutMs }) })
    await Promise.all([
      call('Page.enable'),
      call('Target.setAutoAttach', attachToAll),
      call('Fetch.enable', interceptAll),
      call('Emulation.setTimezoneOverride', { timezoneId: 'UTC' }),
      call('Emulation.setLocaleOverride', { locale: 'en-US' }),
      call('Emulation.setFocusEmulationEnabled', { enabled: true }),
      ...scripts.map((source) => call('Page.addScriptToEvaluateOnNewDocument', { source })),
    ])

    return {
      async navigate(path, timeoutMs) {
        const loaded = loadedOf(session, timeoutMs)
        const { errorText } = await call('Page.navigate', { url: buildOrigin + path }, timeoutMs)
        if (typeof errorText === 'string') {
          loaded.cancel()
          throw new Error(`the page did not load: ${errorText}`)
        }
        await loaded.promise
      },

      async evaluate(expression, timeoutMs) {
        const asText = `(async () => JSON.stringify(await (${expression})))()`
        const options = { expression: asText, awaitPromise: true, returnByValue: true }
        const { result, exceptionDetails } = await call('Runtime.evaluate', options, timeoutMs)
        if (exceptionDetails !== undefined) throw new Error('the page threw an error')
        const { value } = result as { value?: unknown }
        if (typeof value === 'string' && value.length > maxAnswerLength)
          throw new Error('the page said too much')
        return typeof value === 'string' ? (JSON.parse(value) as unknown) : undefined
      },

      async resize({ width, height }, { colourScheme, forcedColours, reducedMotion }) {
        await call('Emulation.setDeviceMetricsOverride', {
          width,
          height,
          deviceScaleFactor: 1,
          mobile: false,
        })
        await call('Emulation.setEmulatedMedia', {
          features: [
            { name: 'prefers-color-scheme', value: colourScheme },
            { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
            { name: 'forced-colors', value: forcedColours ? 'active' : 'none' },
          ],
        })
      },

      async capture(format, clip) {
        const options = {
          format,
          clip,
          captureBeyondViewport: true,
          ...(format === 'png' ? { optimizeForSpeed: true } : { quality: 80 }),
        }
        const { data } = await call('Page.captureScreenshot', options, captureTimeoutMs)
        return Buffer.from(String(data), 'base64')
      },

      async close() {
        own.delete(targetId)
        await send('Target.disposeBrowserContext', { browserContextId })
      },
    }
  }

  function loadedOf(session: string, timeoutMs: number) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => end(() => reject(new Error('the page did not load in time'))), timeoutMs)
    const stop = connection.on('Page.domContentEventFired', (_, of) => {
      if (of === session) end(resolve)
    })
    function end(settle: () => void) {
      clearTimeout(timer)
      stop()
      settle()
    }
    promise.catch(() => {})
    return { promise, cancel: () => end(resolve) }
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
