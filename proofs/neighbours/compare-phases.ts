import { setTimeout as sleep } from 'node:timers/promises'

import type { Outcome, Run } from '../proof.ts'
import { stolenTime } from '../stolen-time.ts'
import type { Send } from '../traffic/send.ts'
import { keepDoing } from '../traffic/workers.ts'
import type { Task } from '../traffic/workers.ts'

const quiet = 'quiet'
/** A phase in which the host of a virtual machine took more of the cores than this is measured again. */
const maxStolenPart = 0.01
/** Once this many phases of a run were measured again, disturbed ones count. */
const maxRepeats = 40

/** Begins something and resolves with the function that ends it. */
type Begin = () => Promise<() => Promise<unknown>>

export interface Comparison {
  /** What the quiet account does. */
  tasks: Task[]
  send: Send
  /** What happens beside it, phase by phase; in the first of them, nothing. */
  phases: Record<string, Begin>
  /** Waits until nothing of an earlier phase is left to do. */
  settle: () => Promise<void>
  phaseMs: number
  /** How long a phase has begun before it is measured. */
  warmUpMs: number
  maxRatio: number
  /** How long the host has kept the cores for others so far, in milliseconds and on average of the cores. */
  stolen?: () => number
}

/** Milliseconds by kind of request. */
type PhaseSamples = Map<string, number[]>
type Samples = Map<string, PhaseSamples>

/** Measures what the quiet account does with nobody else and beside others, in turn, and compares over all rounds. */
export async function comparePhases(
  run: Pick<Run, 'random' | 'hasMore' | 'note'>,
  { tasks, send, phases: disturbances, settle, phaseMs, warmUpMs, maxRatio, stolen = stolenTime }: Comparison,
): Promise<Outcome> {
  const phases = { [quiet]: async () => async () => {}, ...disturbances }
  const samples: Samples = new Map(Object.keys(phases).map((phase) => [phase, new Map()]))
  const failures: string[] = []
  let rounds = 0
  let repeats = 0

  async function measure(phase: string, begin: Begin) {
    await settle()
    const end = await begin()
    await sleep(warmUpMs)
    const done: PhaseSamples = new Map()
    const stolenBefore = stolen()
    const stop = keepDoing(tasks, {
      random: run.random.branch(`${rounds} ${phase}`),
      send,
      onDone({ kind, milliseconds, error }) {
        if (error) failures.push(`round ${rounds}, ${phase}: ${kind} failed: ${error.message}`)
        else done.set(kind, [...(done.get(kind) ?? []), milliseconds])
      },
    })
    await sleep(phaseMs)
    const stolenPart = (stolen() - stolenBefore) / phaseMs
    await stop()
    await end()
    return { done, isDisturbed: stolenPart > maxStolenPart }
  }

  async function measureUndisturbed(phase: string, begin: Begin): Promise<PhaseSamples> {
    const { done, isDisturbed } = await measure(phase, begin)
    if (!isDisturbed || repeats === maxRepeats) return done
    repeats += 1
    return measureUndisturbed(phase, begin)
  }

  while (run.hasMore(rounds)) {
    for (const [phase, begin] of Object.entries(phases)) {
      const all = samples.get(phase)
      for (const [kind, milliseconds] of await measureUndisturbed(phase, begin))
        all?.set(kind, [...(all.get(kind) ?? []), ...milliseconds])
    }
    rounds += 1
    run.note(`${rounds} rounds: ${ratiosOf(tasks, samples).map(describeRatio).join('; ')}`)
  }
  const ratios = ratiosOf(tasks, samples)
  const requests = [...samples.values()].flatMap((kinds) => Array.from(kinds.values()).flat()).length
  return {
    figures: {
      rounds,
      requests,
      'phases measured again': repeats,
      'failed of others': failures.length,
      ...Object.fromEntries(
        Object.keys(disturbances).map((phase) => [
          `worst p95 beside ${phase}`,
          describeWorst(ratios.filter((ratio) => ratio.phase === phase)),
        ]),
      ),
    },
    violations: [...failures, ...ratios.filter(({ ratio }) => !(ratio <= maxRatio)).map(describeRatio)],
  }
}

interface Ratio {
  phase: string
  kind: string
  /** How many times as long as in quiet phases. */
  ratio: number
  p95: { quiet: number; beside: number }
}

function ratiosOf(tasks: readonly Task[], samples: Samples): Ratio[] {
  const p95Of = (phase: string, kind: string) => p95(samples.get(phase)?.get(kind) ?? [])
  return [...samples.keys()]
    .filter((phase) => phase !== quiet)
    .flatMap((phase) =>
      tasks.map(({ kind }) => {
        const compared = { quiet: p95Of(quiet, kind), beside: p95Of(phase, kind) }
        return { phase, kind, p95: compared, ratio: compared.beside / compared.quiet }
      }),
    )
}

/** Infinite if nothing was done. */
function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Infinity
}

const describeRatio = ({ phase, kind, ratio, p95: { quiet: alone, beside } }: Ratio) =>
  `${kind} beside ${phase} × ${ratio.toFixed(2)} (p95 in ms: quiet ${alone.toFixed(1)}, then ${beside.toFixed(1)})`

const describeWorst = (ratios: readonly Ratio[]) => {
  const worst = ratios.toSorted((a, b) => b.ratio - a.ratio)[0]
  return worst ? `× ${worst.ratio.toFixed(2)} (${worst.kind})` : 'unknown'
}
