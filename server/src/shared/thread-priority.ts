import { setPriority } from 'node:os'

/** From 0, that of the thread which answers everybody, to 19. An upload waits for the threads of `publishing`. */
export const priorities = { publishing: 5, work: 15, background: 19 }

/** Has the thread that answers requests go first when both want the same core. */
export function setThreadPriority(priority: number): void {
  // On Linux this applies to the calling thread only; elsewhere it would slow down the whole portal.
  if (process.platform !== 'linux') return
  try {
    setPriority(priority)
  } catch {
    // Not allowed here, or the process has a lower one already.
  }
}
