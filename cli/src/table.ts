/** Rows as lines with aligned columns; the last column is not padded. */
export function tableLines(titles: string[], rows: string[][]): string[] {
  const all = [titles, ...rows]
  const widths = titles
    .slice(0, -1)
    .map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}
