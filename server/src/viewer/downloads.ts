import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

import { Problem } from '../http/problems.ts'
import type { Metrics } from '../operations/metrics/metrics.ts'
import type { Config } from '../settings/config.ts'
import { fairPlaces, NoPlace } from '../shared/places.ts'
import type { InTurn } from '../shared/places.ts'

/** What reading files takes from all accounts, shared fairly between them. */
export interface Downloads {
  /** Turns for inflating whole bodies; a turn is held for the work alone. */
  turnsOf(account: number): InTurn
  /**
   * Lets a streamed body be read over this connection: a place is taken until the body is closed, which it is at the
   * latest when the connection is. Throws a problem where the account, or all of them, have too many open.
   */
  admit(account: number, body: Readable, socket: Socket): Promise<void>
}

/** Honest bursts wait this long; a browser does not ask again by itself. */
const waitMs = 10_000
const retryAfter = 5
const mostListeners = 50

/** Bodies up to 256 KiB, a millisecond or so each. Few, because reads of other accounts wait for the same threads. */
const inflations = { total: 8, perAccount: 2, waitingPerAccount: 1000, waitMs }

export function openDownloads(
  { total, perAccount }: Config['limits']['downloads'],
  metrics: Metrics,
): Downloads {
  const open = fairPlaces({ total, perAccount, waitingPerAccount: perAccount, waitMs })
  const inflating = fairPlaces(inflations)
  const { observe } = metrics.registry
  observe('gauge', 'plinth_downloads_open', 'Large files being read.', open.taken)
  observe('gauge', 'plinth_downloads_waiting', 'Large files that wait to be read.', open.waiting)
  observe('gauge', 'plinth_download_places', 'How many large files are read at once.', () => total)

  return {
    turnsOf: (account) => (work) =>
      inflating.run(account, work).catch((error: unknown) => Promise.reject(problemIfBusy(error))),

    async admit(account, body, socket) {
      const gone = new AbortController()
      const onEnd = () => gone.abort()
      const onClose = () => {
        gone.abort()
        body.destroy()
      }
      // One for each request that was sent ahead.
      socket.setMaxListeners(mostListeners)
      socket.once('close', onClose)
      body.once('close', () => socket.off('close', onClose))
      // Who has said that nothing more will come has most likely left, and does not wait for a place.
      socket.once('end', onEnd)
      try {
        if (socket.destroyed) onClose()
        const leave = await open.enter(account, gone.signal)
        if (body.closed) leave()
        else body.once('close', leave)
      } catch (error) {
        body.destroy()
        throw problemIfBusy(error)
      } finally {
        socket.off('end', onEnd)
      }
    },
  }
}

function problemIfBusy(error: unknown): unknown {
  if (!(error instanceof NoPlace)) return error
  return new Problem(error.limit === 'account' ? 'too_many_downloads' : 'downloads_busy', { retryAfter })
}
