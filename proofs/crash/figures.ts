import type { Outcome } from '../proof.ts'
import type { Hit } from './hits.ts'
import type { Violation, World } from './world.ts'

/** What happened in a run, for its line of figures. */
export interface Tally {
  hits: Record<Hit['kind'], number>
  /** How many milliseconds each start took. */
  ready: number[]
  acknowledged: number
  inDoubt: number
  versions: number
  violations: (Violation & { where: string })[]
  note(where: string, violations: Violation[]): void
  add(world: World): void
}

export function newTally(): Tally {
  const tally: Tally = {
    hits: { moment: 0, failpoint: 0 },
    ready: [],
    acknowledged: 0,
    inDoubt: 0,
    versions: 0,
    violations: [],
    note: (where, violations) =>
      void tally.violations.push(...violations.map((violation) => ({ ...violation, where }))),
    add({ facts: { counts }, publications }) {
      tally.acknowledged += counts.acknowledged
      tally.inDoubt += counts.inDoubt
      tally.versions += publications.size
    },
  }
  return tally
}

const maxReadyMs = 5000
const medianReadyMs = 2000

/** `hits` says what has been done to the portal, and how often. */
export function figuresOf(tally: Tally, hits: Outcome['figures']): Outcome {
  const { ready, acknowledged, inDoubt, versions, violations } = tally
  const of = (...kinds: Violation['kind'][]) => violations.filter(({ kind }) => kinds.includes(kind)).length
  const [slowest, median] = [Math.max(...ready), medianOf(ready)]
  if (slowest > maxReadyMs) tally.note('starts', [{ kind: 'slow', text: `one took ${slowest} ms` }])
  if (median > medianReadyMs) tally.note('starts', [{ kind: 'slow', text: `their median is ${median} ms` }])
  return {
    figures: {
      ...hits,
      'acknowledged changes': acknowledged,
      'changes in doubt': inDoubt,
      versions,
      lost: of('lost', 'other'),
      'half-published': of('half-published'),
      'wrong newest': of('wrong newest'),
      'double use': of('double use'),
      'ready again within': `${(slowest / 1000).toFixed(1)} s (median ${(median / 1000).toFixed(1)} s)`,
    },
    violations: violations.map(({ where, kind, text }) => `${where}: ${kind}: ${text}`),
  }
}

const medianOf = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
