/** What the preloaded module does to the portal's process at the moment; nothing if it is empty. */
export interface Injected {
  /** Calls to files fail with it. */
  code?: 'ENOSPC' | 'EIO' | 'EMFILE'
  /** Only every so many of those calls fail; all of them by default. */
  every?: number
  /** Reads and writes do less than was asked for. */
  isShort?: boolean
  /** Calls to files take longer. */
  delayMs?: number
  /** How far the clock is ahead. */
  clockMs?: number
  /** A call that does nothing and reports success from then on, to show that the proof would notice. */
  forgets?: 'link'
}
