const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** By how much the last quarter is above the second, as a fraction; the first is the warm-up. */
export function growthOf(samples: number[]): number {
  const quarter = Math.floor(samples.length / 4)
  if (quarter === 0) return 0
  return mean(samples.slice(-quarter)) / mean(samples.slice(quarter, 2 * quarter)) - 1
}
