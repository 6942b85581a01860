import { setTimeout as sleep } from 'node:timers/promises'

import type { Outcome, Run } from '../proof.ts'
import type { Send } from '../traffic/send.ts'
import { keepDoing } from '../traffic/workers.ts'
import type { Task } from '../traffic/workers.ts'

const phases = ['quiet', 'loud'] as const
type Phase = (typeof phases)[number]

/** Begins something and resolves with the function that ends it. */
type Begin = () => Promise<() => Promise<unknown>>

export interface Comparison {
  /** What the quiet account does. */
  tasks: Task[]
  send: Send
  begin: Record<Phase, Begin>
  /** Waits until nothing of an earlier phase is left to do. */
  settle: () => Promise<void>
  phaseMs: number
  /** How long a phase has begun before it is measured. */
  warmUpMs: number
  maxRatio: number
}

type Samples = Record<Phase, Map<string, number[]>>

/** Measures what the quiet account does with nobody else and beside a loud one, in turn, and compares over all rounds. */
export async function comparePhases(
  run: Pick<Run, 'random' | 'hasMore' | 'note'>,
  { tasks, send, begin, settle, phaseMs, warmUpMs, maxRatio }: Comparison,
): Promise<Outcome> {
  const samples: Samples = { quiet: new Map(), loud: new Map() }
  const failures: string[] = []
  let rounds = 0
  while (run.hasMore(rounds)) {
    for (const phase of phases) {
      await settle()
      const end = await begin[phase]()
      await sleep(warmUpMs)
      const stop = keepDoing(tasks, {
        random: run.random.branch(`${rounds} ${phase}`),
        send,
        onDone({ kind, milliseconds, error }) {
          if (error) failures.push(`round ${rounds}, ${phase}: ${kind} failed: ${error.message}`)
          else samples[phase].set(kind, [...(samples[phase].get(kind) ?? []), milliseconds])
        },
      })
      await sleep(phaseMs)
      await stop()
      await end()
    }
    rounds += 1
    run.note(`${rounds} rounds: ${[...ratiosOf(tasks, samples)].map(describeRatio).join('; ')}`)
  }
  const ratios = ratiosOf(tasks, samples)
  const requests = phases.flatMap((phase) => [...samples[phase].values()]).flat().length
  const worst = Math.max(...[...ratios.values()].map(({ ratio }) => ratio))
  return {
    figures: {
      rounds,
      requests,
      'failed of others': failures.length,
      'worst p95, compared with quiet': `× ${worst.toFixed(2)}`,
      ...Object.fromEntries([...ratios].map(([kind, { ratio }]) => [kind, `× ${ratio.toFixed(2)}`])),
    },
    violations: [
      ...failures,
      ...[...ratios].filter(([, { ratio }]) => !(ratio <= maxRatio)).map(describeRatio),
    ],
  }
}

interface Ratio {
  ratio: number
  p95: Record<Phase, number>
}

function ratiosOf(tasks: readonly Task[], samples: Samples): Map<string, Ratio> {
  return new Map(
    tasks.map(({ kind }) => {
      const of = (phase: Phase) => p95Of(samples[phase].get(kind) ?? [])
      const p95 = { quiet: of('quiet'), loud: of('loud') }
      return [kind, { p95, ratio: p95.loud / p95.quiet }]
    }),
  )
}

/** Infinite if nothing was done. */
function p95Of(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Infinity
}

const describeRatio = ([kind, { ratio, p95 }]: [string, Ratio]) =>
  `${kind} × ${ratio.toFixed(2)} (p95 in ms: ${phases.map((phase) => `${phase} ${p95[phase].toFixed(1)}`).join(', ')})`
