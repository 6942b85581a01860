/** Longer than any name. */
const maxTyped = 40

/** " Did you mean diff?", or nothing if none of the names is like what was typed. */
export function didYouMean(typed: string, names: readonly string[], show = (name: string) => name): string {
  if (typed.length > maxTyped) return ''
  const [nearest] = names
    .map((name) => ({ name, distance: distanceOf(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((one, other) => one.distance - other.distance)
  return nearest && typed.length > 1 ? ` Did you mean ${show(nearest.name)}?` : ''
}

/** How many letters are missing, too many, wrong or swapped; none if it is how the name begins. */
function distanceOf(typed: string, name: string): number {
  if (name.startsWith(typed)) return 0
  const rows: number[][] = [Array.from({ length: name.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= typed.length; i++) {
    const row = [i]
    for (let j = 1; j <= name.length; j++) {
      const isSame = typed[i - 1] === name[j - 1]
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1]
      row[j] = Math.min(
        at(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        at(rows, i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(rows, i - 2, j - 2) + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return at(rows, typed.length, name.length)
}

const at = (rows: number[][], row: number, column: number) => rows[row]?.[column] ?? 0
