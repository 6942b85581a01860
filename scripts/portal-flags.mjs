/**
 * The options of Node for the portal. V8 collects the garbage of each thread in that thread, at the thread's own priority,
 * and a little at a time, because requests wait meanwhile. The heap may double before V8 looks through
 * all of it, which takes 100 to 200 milliseconds.
 */
export const portalFlags = [
  '--single-threaded-gc',
  '--max-semi-space-size=4',
  '--heap-growing-percent=100',
  '--disable-warning=ExperimentalWarning',
]
