/** What the script in the page tells about a story. Untrusted: the build runs beside it. */
export interface StoryEnd {
  /** Storybook's event, or `timeout`. */
  event: string
}

export interface InPage {
  /** Resolves when the story of the address has ended rendering, and the page stands still. */
  waitFor(id: string, timeoutMs: number, delayMs: number): Promise<StoryEnd>
  /** Switches to another story, and waits for it. */
  show(id: string, timeoutMs: number): Promise<StoryEnd>
}

/**
 * Runs in the page before any code of the build: holds clock and random numbers still, and notices Storybook's events. It is
 * sent as text, so it may use nothing from outside itself. The names of the events are those of Storybook 7 to 10.
 */
export function watchStories(): void {
  // Stories may replace them.
  const { setTimeout, clearTimeout, requestAnimationFrame } = globalThis
  if (window === window.top)
    for (const storage of ['localStorage', 'sessionStorage'] as const) {
      try {
        // What another story has left.
        window[storage].clear()
      } catch {
        // This page may have none.
      }
    }

  const moment = Date.UTC(2024, 0, 15, 12)
  const RealDate = Date
  const realNow = RealDate.now
  let startedAt = realNow()
  // The current moment is always the same, but time passes: whatever waits by the clock would otherwise never end.
  const now = () => moment + (realNow() - startedAt)
  const StillDate = new Proxy(RealDate, {
    construct: (target, given, created) =>
      Reflect.construct(target, given.length === 0 ? [moment] : given, created) as object,
    apply: () => new RealDate(moment).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
  RealDate.prototype.constructor = StillDate
  globalThis.Date = StillDate

  const seed = 42
  let random = seed
  // Mulberry32
  Math.random = () => {
    random = (random + 0x6d2b79f5) | 0
    let bits = Math.imul(random ^ (random >>> 15), 1 | random)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
  }

  let onChange: () => void = () => {}

  /** What the story has asked for: requests that are not answered yet, and answers that are not read yet. */
  const awaited = new Set<Promise<unknown>>()
  function noteAwaited(promise: Promise<unknown>) {
    awaited.add(promise)
    // The story goes on first: it may read the answer, or ask for more.
    const end = () =>
      setTimeout(() => {
        awaited.delete(promise)
        onChange()
      }, 0)
    promise.then(end, end)
  }
  /** Replaces methods: each call goes through `around`. */
  function wrap<Owner extends object>(
    owner: Owner,
    names: readonly (keyof Owner)[],
    around: (call: () => unknown, self: unknown) => unknown,
  ) {
    for (const name of names) {
      const method = owner[name]
      if (typeof method !== 'function') continue
      const apply = (target: typeof method, self: unknown, args: unknown[]) =>
        around(() => Reflect.apply(target, self, args) as unknown, self)
      owner[name] = new Proxy(method, { apply })
    }
  }
  const noteCall = (call: () => unknown) => {
    const promise = call()
    noteAwaited(Promise.resolve(promise))
    return promise
  }
  wrap(globalThis, ['fetch'], noteCall)
  wrap(Response.prototype, ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'], noteCall)
  wrap(XMLHttpRequest.prototype, ['send'], (call, self) => {
    const ended = (resolve: (value: unknown) => void) =>
      (self as XMLHttpRequest).addEventListener('loadend', resolve, { once: true })
    noteAwaited(new Promise(ended))
    return call()
  })

  const ends = [
    'storyRendered',
    'storyErrored',
    'storyThrewException',
    'storyMissing',
    'playFunctionThrewException',
    'configError',
    'docsRendered',
  ]
  const finalPhases = new Set(['finished', 'errored', 'aborted'])
  let last: { event: string; id: string | undefined } | undefined
  let phase = ''
  let hasAfterEach = false

  interface Channel {
    on(event: string, listener: (payload: unknown) => void): void
    emit(event: string, payload: unknown): void
  }

  function watch(channel: Channel) {
    for (const event of ends)
      channel.on(event, (payload) => {
        const details =
          typeof payload === 'string' ? { id: payload } : ((payload ?? {}) as Record<string, unknown>)
        const id = details['storyId'] ?? details['id']
        last = { event, id: typeof id === 'string' ? id : undefined }
        onChange()
      })
    channel.on('storyRenderPhaseChanged', (payload) => {
      phase = String((payload as { newPhase?: unknown } | undefined)?.newPhase)
      hasAfterEach ||= phase === 'afterEach'
      onChange()
    })
  }

  let channel: Channel | undefined
  Object.defineProperty(globalThis, '__STORYBOOK_ADDONS_CHANNEL__', {
    configurable: true,
    get: () => channel,
    set(created: Channel) {
      if (created && created !== channel) watch(created)
      channel = created
    },
  })

  const longestSettlingMs = 4000

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

  /** Resolves as soon as the condition holds, or after the time. */
  function until(condition: () => boolean, milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(false), milliseconds)
      const end = (isTrue: boolean) => {
        clearTimeout(timer)
        onChange = () => {}
        resolve(isTrue)
      }
      onChange = () => void (condition() && end(true))
      onChange()
    })
  }

  async function standStill() {
    await document.fonts.ready
    const loading = [...document.images].filter((image) => !image.complete)
    await Promise.all(
      loading.map(
        (image) =>
          new Promise((resolve) => {
            image.addEventListener('load', resolve)
            image.addEventListener('error', resolve)
          }),
      ),
    )
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {}
      if (Number.isFinite(endTime)) animation.finish()
      else animation.cancel()
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }

  /** Waits until the story shows the answers it asked for, but not for long: a story of a loading state never gets one. */
  async function settle() {
    const end = realNow() + longestSettlingMs
    do {
      await until(() => awaited.size === 0, end - realNow())
      await standStill()
    } while (awaited.size > 0 && realNow() < end)
  }

  async function waitFor(id: string, timeoutMs: number, delayMs: number): Promise<StoryEnd> {
    const isOfStory = () => last !== undefined && (last.event !== 'storyRendered' || last.id === id)
    if (!(await until(isOfStory, timeoutMs))) return { event: 'timeout' }
    await Promise.race([settle(), pause(longestSettlingMs)])
    if (delayMs > 0) {
      await pause(delayMs)
      await Promise.race([standStill(), pause(2000)])
    }
    // Some renderers report an error and then, nevertheless, that the story is rendered.
    const showsError = document.body.classList.contains('sb-show-errordisplay')
    return { event: showsError ? 'storyThrewException' : (last?.event ?? '') }
  }

  /** Storybook 8 and later go on after a story is rendered; leaving it before makes them load the page again. */
  const hasEnded = () => finalPhases.has(phase) || (phase === 'completed' && !hasAfterEach)

  const camera: InPage = {
    waitFor,
    async show(id, timeoutMs) {
      await until(hasEnded, 3000)
      last = undefined
      awaited.clear()
      random = seed
      startedAt = realNow()
      const shown = waitFor(id, timeoutMs, 0)
      channel?.emit('setCurrentStory', { storyId: id, viewMode: 'story' })
      return shown
    },
  }
  Object.defineProperty(globalThis, '__PLINTH_CAMERA__', { value: camera })
}

/** No motion, and no caret, whatever the build says. */
export const stillStyles = `*, *::before, *::after {
  animation-delay: -0.0001s !important;
  animation-duration: 0s !important;
  animation-iteration-count: 1 !important;
  transition: none !important;
  caret-color: transparent !important;
  scroll-behavior: auto !important;
}`
