import { randomFrom } from './random.ts'
import type { Random } from './random.ts'

/** A way to try to break the portal, and what must hold meanwhile. */
export interface Proof {
  /** What it tries, for the list of proofs. */
  summary: string
  /** How many rounds the long form has; what a round is, each proof says in its figures. */
  rounds: number
  run(run: Run): Promise<Outcome>
}

export interface Run {
  /** All choices of the run come from it. */
  random: Random
  /** Whether another round follows after this many. */
  hasMore: (done: number) => boolean
  /** An empty folder, removed afterwards. */
  folder: string
  /** Tells the person who waits how far it is. */
  note: (line: string) => void
}

export interface Outcome {
  /** In the order of the line of figures: `{ requests: 1000, 'process ends': 0 }`. */
  figures: Record<string, number | string>
  /** What did not hold, with what is needed to repeat it; empty if the proof holds. */
  violations: string[]
}

export interface Budget {
  seed: number
  /** As many rounds as this … */
  rounds?: number | undefined
  /** … or as many as are begun within this time. */
  milliseconds?: number | undefined
  folder: string
  note?: (line: string) => void
}

export function prove(
  proof: Proof,
  { seed, rounds, milliseconds, folder, note = () => {} }: Budget,
): Promise<Outcome> {
  const limit = rounds ?? (milliseconds === undefined ? proof.rounds : Infinity)
  const deadline = Date.now() + (milliseconds ?? Infinity)
  return proof.run({
    random: randomFrom(seed),
    hasMore: (done) => done < limit && Date.now() < deadline,
    folder,
    note,
  })
}

/** One line: `edges: 1,000,000 requests, 0 process ends (seed 1, 312 s)`. */
export function lineOf(name: string, { figures }: Outcome, seed: number, milliseconds: number): string {
  const parts = Object.entries(figures).map(([what, value]) =>
    typeof value === 'number' ? `${value.toLocaleString('en')} ${what}` : `${what} ${value}`,
  )
  return `${name}: ${parts.join(', ')} (seed ${seed}, ${Math.round(milliseconds / 1000)} s)`
}
