import { simpleWord } from './query-words.ts'
import type { QueryWord } from './query-words.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Correction {
  from: string
  to: string
}

export interface CorrectedWords {
  words: QueryWord[]
  corrections: Correction[]
}

const maxCorrections = 4

/** Replaces the words that an account does not have. Undefined if it has every word, or none that is like one of them. */
export function correctWords(
  queried: readonly QueryWord[],
  vocabulary: Vocabulary,
): CorrectedWords | undefined {
  const words = queried.flatMap((word) => (vocabulary.has(word.whole) ? [word] : word.parts.map(simpleWord)))
  const unknown = words.filter(({ whole }) => !vocabulary.has(whole))
  if (unknown.length === 0 || unknown.length > maxCorrections) return undefined
  const corrections: Correction[] = []
  for (const { whole: from } of unknown) {
    const to = vocabulary.nearest(from)
    if (to === undefined) return undefined
    corrections.push({ from, to })
  }
  const replacements = new Map(corrections.map(({ from, to }) => [from, simpleWord(to)]))
  return { words: words.map((word) => replacements.get(word.whole) ?? word), corrections }
}
