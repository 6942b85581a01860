/**
 * The options of Node for the portal. V8 collects the garbage of each thread in that thread, at the thread's own priority,
 * and a little at a time, because requests wait meanwhile.
 */
export const portalFlags = [
  '--single-threaded-gc',
  '--max-semi-space-size=4',
  '--disable-warning=ExperimentalWarning',
]
