/** Incremented where something happens, read when metrics are scraped. */
export interface Counter {
  value: number
}

type Labels = Readonly<Record<string, string>>
type Reading = number | readonly (readonly [labels: Labels, value: number])[]

/** A value for each label the metric was declared with; no argument if it has none. */
type LabelValues<Label extends string> = [Label] extends [never]
  ? []
  : [values: Readonly<Record<Label, string>>]

/** Adding a duration allocates nothing, so it can be done for every request. */
export interface Histogram {
  add(seconds: number): void
}

export interface MetricDescription {
  name: string
  kind: 'counter' | 'gauge' | 'histogram'
  help: string
  labels: readonly string[]
}

/** Metrics by name, rendered in Prometheus' text format (version 0.0.4). */
export interface Registry {
  /** One counter for each combination of labels, created when first used. */
  counters: <Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
  ) => (...values: LabelValues<Label>) => Counter
  /** A value that is kept elsewhere and read when metrics are scraped. */
  observe: (kind: 'gauge' | 'counter', name: string, help: string, read: () => Reading) => void
  /** One histogram for each combination of labels, created when first used. */
  durations: <Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
    bounds?: readonly number[],
  ) => (...values: LabelValues<Label>) => Histogram
  /** All metrics. Observed ones have the labels of their current values. */
  describe: () => MetricDescription[]
  render: () => string
}

/** Seconds: from a short call to an upload over a slow connection. */
const callBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Seconds: from a file in memory to a store that barely responds. */
export const readBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

interface Metric extends Omit<MetricDescription, 'labels'> {
  labels: () => readonly string[]
  lines: () => string[]
}

export function openRegistry(): Registry {
  const metrics = new Map<string, Metric>()

  return {
    counters(name, help, labels = []) {
      const counters = new Map<string, Counter>()
      const lines = () => [...counters].map(([key, { value }]) => `${name}${key} ${value}`)
      metrics.set(name, { name, kind: 'counter', help, labels: () => labels, lines })
      return (...[values = {}]) => getOrCreate(counters, writeLabels(values), () => ({ value: 0 }))
    },

    observe(kind, name, help, read) {
      const samples = () => {
        const reading = read()
        return typeof reading === 'number' ? ([[{}, reading]] as const) : reading
      }
      const lines = () => samples().map(([labels, value]) => `${name}${writeLabels(labels)} ${value}`)
      const labels = () => Object.keys(samples()[0]?.[0] ?? {})
      metrics.set(name, { name, kind, help, labels, lines })
    },

    durations(name, help, labels = [], bounds = callBounds) {
      const histograms = new Map<string, ReturnType<typeof openHistogram>>()
      const lines = () => [...histograms.values()].flatMap((histogram) => histogram.lines())
      metrics.set(name, { name, kind: 'histogram', help, labels: () => labels, lines })
      return (...[values = {}]) =>
        getOrCreate(histograms, writeLabels(values), () => openHistogram(name, values, bounds))
    },

    describe: () =>
      [...metrics.values()].map(({ name, kind, help, labels }) => ({ name, kind, help, labels: labels() })),

    render() {
      const all = [...metrics.values()].flatMap(({ name, kind, help, lines }) =>
        [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`].concat(lines()),
      )
      return `${all.join('\n')}\n`
    },
  }
}

function openHistogram(name: string, labels: Labels, bounds: readonly number[]) {
  // The last bucket is for durations beyond all bounds.
  const limits = Float64Array.of(...bounds, Infinity)
  const buckets = new Float64Array(limits.length)
  const total = { seconds: 0 }
  return {
    add(seconds: number) {
      let bucket = 0
      while (seconds > (limits[bucket] ?? Infinity)) bucket += 1
      buckets[bucket] = (buckets[bucket] ?? 0) + 1
      total.seconds += seconds
    },
    lines() {
      let count = 0
      const lines = Array.from(limits, (limit, i) => {
        count += buckets[i] ?? 0
        const le = limit === Infinity ? '+Inf' : String(limit)
        return `${name}_bucket${writeLabels({ ...labels, le })} ${count}`
      })
      const own = writeLabels(labels)
      return [...lines, `${name}_sum${own} ${total.seconds}`, `${name}_count${own} ${count}`]
    },
  }
}

function getOrCreate<Value>(values: Map<string, Value>, key: string, create: () => Value): Value {
  const value = values.get(key) ?? create()
  values.set(key, value)
  return value
}

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escape = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
