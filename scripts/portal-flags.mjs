/**
 * What Node is told when it runs the portal. V8 collects the garbage of each thread in that thread, at the thread's own
 * priority, and little at a time: nothing else is answered meanwhile.
 */
export const portalFlags = [
  '--single-threaded-gc',
  '--max-semi-space-size=4',
  '--disable-warning=ExperimentalWarning',
]
