/**
 * Texts from builds, and names that people gave, are untrusted: they may hold instructions for an agent, or look like the
 * end of a quotation. They only leave in fenced blocks that they cannot close, without characters that nobody sees.
 */

/** Control and format characters (zero-width, bidirectional, tags), lone surrogates, and others that show nothing. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu

const maxLineLength = 2_000
const maxBackticks = 16

export function visibleLines(text: string): string[] {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll(new RegExp(`\`{${maxBackticks + 1},}`, 'g'), '`'.repeat(maxBackticks))
    .split('\n')
    .map((line) => shorten(line, maxLineLength))
}

/** As one line, for lists. What is surely cut off is not looked at: texts may have megabytes. */
export function visibleLine(text: string, maxLength = 200): string {
  const beginning = text.slice(0, maxLength * 5)
  const line = visibleLines(beginning).join(' ').replaceAll(/\s+/g, ' ').trim()
  return shorten(beginning === text ? line : `${line}…`, maxLength)
}

const shorten = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text

/** A block that ends where it seems to: its fence is longer than any in the text. */
export function fencedBlock(lines: readonly string[], language: string): string {
  const text = lines.join('\n')
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
