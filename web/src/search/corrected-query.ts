/** The query with the misspelt words replaced, as it was searched for. */
export function correctedQuery(query: string, corrections: { from: string; to: string }[]): string {
  const replacements = new Map(corrections.map(({ from, to }) => [from.toLowerCase(), to]))
  return query
    .split(/(\s+)/)
    .map((word) => replacements.get(word.toLowerCase()) ?? word)
    .join('')
}
