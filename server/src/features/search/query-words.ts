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
    return [{ whole, parts: parts.length > maxWords ? [whole] : parts }]
  })
  const distinct = [...new Map(words.map((word) => [word.whole, word])).values()].slice(0, maxWords)
  const isSingleLetter = folded.kinds.every((kind) => kind !== 'unspaced') && joinedWord(text).length < 2
  if (distinct.length === 0 || isSingleLetter) return undefined
  return { words: distinct, joined: joinedWord(text) }
}

export const simpleWord = (word: string): QueryWord => ({ whole: word, parts: [word] })

export const queryOf = (words: readonly QueryWord[]): Query => ({
  words: [...words],
  joined: words.map(({ whole }) => whole).join(''),
})
