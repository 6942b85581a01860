import { foldText, isUnspaced, joinedWord, pairsOf, partsOf, runsOf, textOf } from '../../contents/words.ts'

/** A word that people search for; what is found has the whole word, or all its parts. */
export interface QueryWord {
  whole: string
  parts: string[]
}

export interface Query {
  words: QueryWord[]
  /** All of them as one word: `date picker` is also looked for as `datepicker`. */
  joined: string
}

/** Whoever types more words hardly expects all of them to be found. */
const maxWords = 10
/** Of all words together: PostgreSQL looks for each, in every kind of entry. */
const maxParts = 10

/** Undefined if there is nothing to search for, or a single letter, with which nearly everything begins. */
export function parseQuery(text: string): Query | undefined {
  const folded = foldText(text)
  const words = runsOf(folded).flatMap((run): QueryWord[] => {
    if (isUnspaced(folded, run)) {
      const pairs = pairsOf(run)
      const wholePairs = pairs.length > 1 ? pairs.slice(0, -1) : pairs
      return wholePairs.map((pair) => simpleWord(textOf(folded, pair)))
    }
    const whole = textOf(folded, run)
    const parts = [...new Set(partsOf(folded, run).map((part) => textOf(folded, part)))]
    return [{ whole, parts }]
  })
  const distinct = [...new Map(words.map((word) => [word.whole, word])).values()].slice(0, maxWords)
  const wanted = withFewParts(distinct.filter((word) => !isImplied(word, distinct)))
  const isSingleLetter = folded.kinds.every((kind) => kind !== 'unspaced') && joinedWord(text).length < 2
  if (wanted.length === 0 || isSingleLetter) return undefined
  return { words: wanted, joined: joinedWord(text) }
}

/** Whatever begins with `table` begins with `tab` too. */
const isImplied = (word: QueryWord, all: readonly QueryWord[]) =>
  all.some(({ whole }) => whole !== word.whole && whole.startsWith(word.whole))

/** Words whose parts would be too many are looked for as a whole only. */
function withFewParts(words: readonly QueryWord[]): QueryWord[] {
  let left = maxParts
  return words.map((word) => {
    if (word.parts.length === 1) return word
    left -= word.parts.length
    return left < 0 ? simpleWord(word.whole) : word
  })
}

export const simpleWord = (word: string): QueryWord => ({ whole: word, parts: [word] })

export const queryOf = (words: readonly QueryWord[]): Query => ({
  words: [...words],
  joined: words.map(({ whole }) => whole).join(''),
})
