import { connect } from 'node:net'
import type { Socket } from 'node:net'

import { readAnswers } from './answer-reader.ts'
import type { Answer } from './answer-reader.ts'
import { isComplete, methodsOf } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import type { Stalls } from './stalls.ts'

/** What came of an attempt. */
export interface Outcome {
  answers: Answer[]
  /**
   * The longest wait for a byte, from the last byte sent to the last one of the first answer: an export may take longer
   * in all while it keeps coming. Without the time in which one of the processes had to wait for a core.
   */
  milliseconds: number
  end: 'answered' | 'closed' | 'overdue' | 'incomplete' | 'left' | 'unreachable'
}

/** For a whole answer. Longer than any part of it may take, so that one which is only late is still seen. */
const overdueMs = 3_000
/** However busy the machine is. */
const abandonedMs = 60_000
/** How long a server that must wait for more bytes is given to say something. */
const incompleteMs = 60
/** After an answer, for further ones on the same connection. */
const furtherMs = 20
/** Of each client. */
const maxLeftOpen = 4

/** A client with one connection at a time, which it uses again while it can. */
export function openClient(portOf: () => number, stalls: Stalls) {
  let kept: Socket | undefined
  const leftOpen: Socket[] = []

  async function exchange(attempt: Attempt): Promise<Outcome> {
    if (!attempt.isFramed) return send(connectTo(), attempt)
    const reused = kept?.readyState === 'open' && !kept.destroyed ? kept : undefined
    kept = undefined
    const outcome = await send(reused ?? connectTo(), attempt)
    // The server may have closed the connection at the same moment.
    if (reused && outcome.end === 'closed' && outcome.answers.length === 0) return send(connectTo(), attempt)
    return outcome
  }

  const connectTo = () => connect({ port: portOf(), host: '127.0.0.1', noDelay: true, allowHalfOpen: true })

  function send(socket: Socket, attempt: Attempt): Promise<Outcome> {
    const { bytes, isFramed } = attempt
    return new Promise((resolve) => {
      const methods = methodsOf(bytes)
      const reader = readAnswers((index) => methods[index] === 'HEAD')
      let sentAt = performance.now()
      let elapsed = stopwatch(stalls)
      let silence = elapsed
      let longestSilence = 0
      let isUnreachable = false
      let isSettled = false
      let timer: NodeJS.Timeout

      function startWaiting() {
        sentAt = performance.now()
        elapsed = stopwatch(stalls)
        silence = elapsed
        longestSilence = 0
      }

      function endSilence() {
        // The server does not begin with further answers before.
        if (reader.answers.length > 0) return
        longestSilence = Math.max(longestSilence, silence())
        silence = stopwatch(stalls)
      }

      function settle(end: Outcome['end'], keep = false) {
        isSettled = true
        endSilence()
        clearTimeout(timer)
        for (const event of ['data', 'end', 'close', 'error', 'connect']) socket.removeAllListeners(event)
        socket.on('error', () => {})
        if (keep) keepOpen(socket)
        else if (end !== 'left') socket.destroy()
        resolve({ answers: reader.answers, milliseconds: longestSilence, end })
      }

      function waitFor(delay: number, then: () => void) {
        clearTimeout(timer)
        timer = setTimeout(then, delay)
      }

      function waitForAnswer() {
        if (reader.answers.length > 0 && !reader.isWithin()) return waitForFurther()
        const left = overdueMs - elapsed()
        if (left <= 0 || performance.now() - sentAt > abandonedMs) settle('overdue')
        else waitFor(Math.max(left, furtherMs), waitForAnswer)
      }

      function waitForFurther() {
        waitFor(furtherMs, () => settle('answered'))
      }

      /** Tells the server that nothing more comes: now it must close. */
      function endInput() {
        socket.end()
        startWaiting()
        waitForAnswer()
      }

      /** The answer may have come before. */
      function onSent() {
        if (isSettled) return
        startWaiting()
        if (attempt.afterwards === 'reset') {
          socket.resetAndDestroy()
          return settle('left')
        }
        if (attempt.afterwards === 'leave') {
          leaveOpen(socket)
          return settle('left')
        }
        if (isFramed || isComplete(bytes)) waitForAnswer()
        else waitFor(incompleteMs, endInput)
      }

      function onData(chunk: Buffer) {
        endSilence()
        reader.push(chunk)
        if (reader.isWithin() || reader.answers.length === 0) return
        if (isFramed) settle('answered', !reader.mustClose())
        else if (reader.mustClose()) settle('answered')
        else waitForFurther()
      }

      function onEnd() {
        endSilence()
        reader.end()
        if (isUnreachable) settle('unreachable')
        else settle(reader.answers.length > 0 ? 'answered' : isFramed ? 'closed' : 'incomplete')
      }

      timer = setTimeout(() => settle('unreachable'), abandonedMs)
      socket.setTimeout(0)
      socket.on('data', onData)
      socket.once('end', onEnd)
      socket.once('close', onEnd)
      socket.once('error', (error: NodeJS.ErrnoException) => (isUnreachable = error.code === 'ECONNREFUSED'))
      socket.write(bytes, (error) => (error ? undefined : onSent()))
    })
  }

  function keepOpen(socket: Socket) {
    kept = socket
    // When the server ends it, this end does not stay open.
    socket.once('end', () => socket.destroy()).resume()
  }

  /** As by somebody who has gone away. */
  function leaveOpen(socket: Socket) {
    leftOpen.push(socket)
    if (leftOpen.length > maxLeftOpen) leftOpen.shift()?.destroy()
  }

  function close() {
    kept?.destroy()
    for (const socket of leftOpen) socket.destroy()
  }

  return { exchange, close }
}

/** How long something takes, less what was lost to others. */
function stopwatch(stalls: Stalls): () => number {
  const from = performance.now()
  const lost = stalls.begin()
  return () => performance.now() - from - lost()
}
