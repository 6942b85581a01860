/** Figures of one candidate, measured several times in the same run. */
export interface Sample {
  name: string
  values: number[]
}

export interface Row {
  name: string
  median: string
  spread: string
  ratio?: string
  bar?: string
  verdict?: string
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export function spread(values: readonly number[], say: (value: number) => string): string {
  return values.length < 2 ? '' : `${say(Math.min(...values))} … ${say(Math.max(...values))}`
}

/** Compares round by round: whatever slows the machine down slows both candidates. */
export function ratios(of: readonly number[], to: readonly number[]): number[] {
  return of.map((value, round) => value / (to[round] ?? Number.NaN))
}

export function row({ name, values }: Sample, say: (value: number) => string): Row {
  return { name, median: say(median(values)), spread: spread(values, say) }
}

const say = (ratio: number) => `${ratio.toFixed(2)}×`

/** Compares a candidate with another, and says whether the bar is met; without a bar it is information only. */
export function against(
  base: Row,
  of: readonly number[],
  to: readonly number[],
  bar?: { atMost: number } | { atLeast: number },
): Row {
  const ratio = median(ratios(of, to))
  if (bar === undefined) return { ...base, ratio: say(ratio) }
  const isMet = 'atMost' in bar ? ratio <= bar.atMost : ratio >= bar.atLeast
  const words = 'atMost' in bar ? `at most ${say(bar.atMost)}` : `at least ${say(bar.atLeast)}`
  return { ...base, ratio: say(ratio), bar: words, verdict: isMet ? 'pass' : 'miss' }
}

/** Median and 95th percentile; whether that meets the bar, if there is one. */
export function percentileRow(name: string, times: readonly number[], barMs?: number): Row {
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
  const base = { name, median: `${median(times).toFixed(1)} ms`, spread: `p95 ${p95.toFixed(1)} ms` }
  if (barMs === undefined) return base
  return { ...base, bar: `p95 under ${barMs} ms`, verdict: p95 < barMs ? 'pass' : 'miss' }
}

const columns = ['name', 'median', 'spread', 'ratio', 'bar', 'verdict'] as const
const titles = { name: '', median: 'median', spread: 'spread', ratio: 'ratio', bar: 'bar', verdict: '' }

export function printTable(title: string, rows: readonly Row[]): void {
  const cells = [titles, ...rows].map((row) => columns.map((column) => row[column] ?? ''))
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const lines = cells.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd(),
  )
  process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`)
}

export function note(text: string): void {
  process.stdout.write(`  ${text}\n`)
}
