/** A number that is added to where something happens and read where somebody asks. */
export interface Tally {
  value: number
}

type Labels = Readonly<Record<string, string>>
type Reading = number | readonly (readonly [labels: Labels, value: number])[]

/** Numbers by name, and how they are told to Prometheus (its text format, version 0.0.4). */
export interface Registry {
  /** Something that is counted: one tally for each combination of labels, made when first asked for. */
  counters: (name: string, help: string) => (labels?: Labels) => Tally
  /** Something that goes up and down, or is counted elsewhere, and is looked at when somebody asks. */
  observe: (kind: 'gauge' | 'counter', name: string, help: string, read: () => Reading) => void
  /** How long things take, by labels. */
  durations: (name: string, help: string) => (labels: Labels, seconds: number) => void
  render: () => string
}

/** From a file in memory to an upload on a slow line. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

interface Durations {
  labels: Labels
  buckets: number[]
  sum: number
  count: number
}

export function openRegistry(): Registry {
  const metrics = new Map<string, () => string[]>()

  function add(kind: string, name: string, help: string, lines: () => string[]): void {
    metrics.set(name, () => [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines()])
  }

  return {
    counters(name, help) {
      const tallies = new Map<string, Tally>()
      add('counter', name, help, () => [...tallies].map(([labels, { value }]) => `${name}${labels} ${value}`))
      return (labels = {}) => {
        const key = writeLabels(labels)
        const tally = tallies.get(key) ?? { value: 0 }
        tallies.set(key, tally)
        return tally
      }
    },

    observe(kind, name, help, read) {
      add(kind, name, help, () => {
        const reading = read()
        const samples = typeof reading === 'number' ? ([[{}, reading]] as const) : reading
        return samples.map(([labels, value]) => `${name}${writeLabels(labels)} ${value}`)
      })
    },

    durations(name, help) {
      const all = new Map<string, Durations>()
      add('histogram', name, help, () => [...all.values()].flatMap((each) => writeDurations(name, each)))
      return (labels, seconds) => {
        const key = Object.values(labels).join(' ')
        let known = all.get(key)
        if (known === undefined) {
          known = { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 }
          all.set(key, known)
        }
        const bucket = bounds.findIndex((bound) => seconds <= bound)
        if (bucket !== -1) known.buckets[bucket] = (known.buckets[bucket] ?? 0) + 1
        known.sum += seconds
        known.count += 1
      }
    },

    render: () => `${[...metrics.values()].flatMap((lines) => lines()).join('\n')}\n`,
  }
}

function writeDurations(name: string, { labels, buckets, sum, count }: Durations): string[] {
  let below = 0
  const lines = buckets.map((inBucket, i) => {
    below += inBucket
    return `${name}_bucket${writeLabels({ ...labels, le: String(bounds[i]) })} ${below}`
  })
  const own = writeLabels(labels)
  return [
    ...lines,
    `${name}_bucket${writeLabels({ ...labels, le: '+Inf' })} ${count}`,
    `${name}_sum${own} ${sum}`,
    `${name}_count${own} ${count}`,
  ]
}

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escape = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
