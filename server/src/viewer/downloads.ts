import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

import type { Inflating } from '../archive/entry-body.ts'
import { Problem } from '../http/problems.ts'
import type { Metrics } from '../operations/metrics/metrics.ts'
import type { Config } from '../settings/config.ts'
import { openBytePace } from '../shared/byte-pace.ts'
import { fairSlots, NoFreeSlot } from '../shared/fair-slots.ts'

/** Shares the capacity for reading files fairly between accounts. */
export interface Downloads {
  /** Slots for inflating whole bodies, each used for the work only, and the pace of streamed ones. */
  inflatingFor(account: number): Inflating
  /**
   * Lets a streamed body be read over this connection: it uses a slot until the body is closed, which is
   * at the latest when the connection closes. Throws a problem when the account, or all accounts, have too many open.
   */
  admit(account: number, body: Readable, socket: Socket): Promise<void>
}

/** Bursts of ordinary browsers wait this long, since browsers do not retry. */
const waitMs = 10_000
const retryAfter = 5
const maxListeners = 50

/** Bodies up to 256 KiB, a millisecond or so each. Few, because reads of other accounts wait for the same threads. */
const inflations = { total: 8, perAccount: 2, waitingPerAccount: 1000, waitMs }

/**
 * Of streamed bodies, by account and instance. A zip of some hundred kilobytes can hold a file of hundreds of megabytes: whoever
 * does not accept it as it is stored, and reads it over many connections, must not keep all cores busy with inflating it.
 */
const inflatedBytesPerSecond = 10e6

export function openDownloads(
  { total, perAccount }: Config['limits']['downloads'],
  metrics: Metrics,
): Downloads {
  const open = fairSlots({ total, perAccount, waitingPerAccount: perAccount, waitMs })
  const inflating = fairSlots(inflations)
  const inflated = openBytePace(inflatedBytesPerSecond)
  const { observe } = metrics.registry
  observe('gauge', 'plinth_downloads_open', 'Large files being read.', open.inUse)
  observe('gauge', 'plinth_downloads_waiting', 'Large files waiting to be read.', open.waiting)
  observe('gauge', 'plinth_download_places', 'How many large files are read at once.', () => total)

  return {
    inflatingFor: (account) => ({
      runInSlot: (work) =>
        inflating.run(account, work).catch((error: unknown) => Promise.reject(problemIfBusy(error))),
      pace: (bytes) => inflated.take(account, bytes),
    }),

    async admit(account, body, socket) {
      const clientLeft = new AbortController()
      const onEnd = () => clientLeft.abort()
      const onClose = () => {
        clientLeft.abort()
        body.destroy()
      }
      // One for each pipelined request.
      socket.setMaxListeners(maxListeners)
      socket.once('close', onClose)
      body.once('close', () => socket.off('close', onClose))
      // A client that closes its side has most likely left, so it does not wait for a slot.
      socket.once('end', onEnd)
      try {
        if (socket.destroyed) onClose()
        const release = await open.acquire(account, { signal: clientLeft.signal })
        if (body.closed) release()
        else body.once('close', release)
      } catch (error) {
        body.destroy()
        throw problemIfBusy(error)
      } finally {
        socket.off('end', onEnd)
      }
    },
  }
}

/** The problem for an error that means there was no free slot; other errors unchanged. */
export function problemIfBusy(error: unknown): unknown {
  if (!(error instanceof NoFreeSlot)) return error
  return new Problem(error.limit === 'account' ? 'too_many_downloads' : 'downloads_busy', { retryAfter })
}
