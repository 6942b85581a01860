/** Long enough for a component with its examples, short enough not to fill an agent's context. */
export const maxAnswerLength = 20_000

/** More lines than this hardly ever fit. */
export const maxListedLines = 300

/** The longest that is written anywhere in a quotation. */
const longestLine = 2_200

export const formatCount = (count: number): string => count.toLocaleString('en')

export interface Quotation {
  heading: string
  /** Made visible before. */
  lines: readonly string[]
  language?: string
  /** How many more lines there are than were given. */
  furtherLines?: number
  /** How to get what does not fit. */
  more?: string
}

/** What an agent is told of contents. */
export interface Quoted {
  /** In our own words. */
  notes: string[]
  quotations: Quotation[]
}

/** A list, a line for each item. There may be more items than are at hand. */
export function listOf<Item>(
  heading: string,
  items: readonly Item[],
  describe: (item: Item) => string,
  { count = items.length, more = '' }: { count?: number; more?: string } = {},
): Quotation {
  const lines = items.slice(0, maxListedLines).map(describe)
  return { heading, lines, furtherLines: Math.max(0, count - lines.length), more }
}

/** The first lines that fit. The others are not even made, if they come from a generator. */
export function fittingLines(lines: Iterable<string>, room: number): string[] {
  const fitting: string[] = []
  let left = room
  for (const line of lines) {
    left -= line.length + 1
    if (left < 0) break
    fitting.push(line)
  }
  return fitting
}

/** No fewer lines than fit an answer, and few enough to hand them to another thread. */
export function shortenQuotations(quotations: readonly Quotation[]): Quotation[] {
  let room = maxAnswerLength
  return quotations.map((quotation) => {
    const lines = fittingLines(quotation.lines, room)
    // Where the answer has no room for the last of these lines, a shorter one of the next quotation may fit.
    room = lines.reduce((left, line) => Math.max(left - line.length - 1, longestLine), room)
    const furtherLines = (quotation.furtherLines ?? 0) + quotation.lines.length - lines.length
    return { ...quotation, lines, furtherLines }
  })
}
