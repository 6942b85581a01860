import { WrongAnswer } from '../traffic/send.ts'
import type { Done } from '../traffic/workers.ts'

/** What became of everything that was tried. */
export interface Tally {
  done: number
  /** Told to come back later, with the time. */
  refused: number
  violations: string[]
}

/** Counts what is done. Every answer must be right, or a refusal that says when to try again. */
export function tally(): { tally: Tally; onDone: (done: Done) => void } {
  const counts: Tally = { done: 0, refused: 0, violations: [] }
  return {
    tally: counts,
    onDone({ kind, error }) {
      if (!error) counts.done += 1
      else if (isRefusal(error)) counts.refused += 1
      else counts.violations.push(`${kind}: ${error.message}`)
    },
  }
}

/** 503 and 429 with Retry-After. A connection that ends without an answer, or is not accepted, is none. */
function isRefusal(error: Error): boolean {
  if (!(error instanceof WrongAnswer)) return false
  const { status, headers } = error.answer
  return (status === 503 || status === 429) && Number(headers['retry-after']) > 0
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** By how much memory grew from the second quarter to the last: 0.1 means 10 %. */
export function growthOf(samples: readonly number[]): number {
  const quarter = Math.floor(samples.length / 4)
  if (quarter === 0) return 0
  return mean(samples.slice(-quarter)) / mean(samples.slice(quarter, 2 * quarter)) - 1
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Infinity
}
