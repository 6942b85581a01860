import { allowedErrors, editDistance } from './edit-distance.ts'

/** The words of an account, to correct misspelt ones. */
export interface Vocabulary {
  bytes: number
  /** Whether any word begins like this. */
  has: (beginning: string) => boolean
  /** The word that was probably meant; undefined if none is similar, or none that the budget suffices to compare. */
  nearest: (typed: string, budget?: Budget) => string | undefined
}

/** Limits the work, whatever the words are like. A number and not a time, so that the same question has one answer. */
export interface Budget {
  /** How many letters of what was typed may still be compared, each with the few at the same place of a word. */
  letters: number
}

/** Some ten milliseconds: several times what a vocabulary of 100,000 ordinary words needs. */
const maxComparedLetters = 150_000

/** What V8 needs for a short string, its place in an array and its letters. */
const bytesPerWord = 48

export function vocabularyOf(words: readonly string[]): Vocabulary {
  const sorted = words.toSorted()
  const letters = Uint32Array.from(sorted, lettersOf)
  return {
    bytes: sorted.reduce((sum, { length }) => sum + bytesPerWord + length, 0),
    has: (beginning) => sorted[firstFrom(sorted, beginning)]?.startsWith(beginning) === true,
    nearest: (typed, budget = { letters: maxComparedLetters }) => nearestOf(typed, sorted, letters, budget),
  }
}

/** The position of the first word that is not before this one. */
function firstFrom(sorted: readonly string[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}

/** Which letters a word has, as bits: words that lack too many of them need not be compared. */
function lettersOf(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31)
  return bits >>> 0
}

function countBits(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function nearestOf(
  typed: string,
  words: readonly string[],
  letters: Uint32Array,
  budget: Budget,
): string | undefined {
  const allowed = allowedErrors(typed)
  if (allowed === 0) return undefined
  const typedLetters = lettersOf(typed)
  let best: string | undefined
  let bestScore = Infinity
  for (const i of outwardFrom(firstFrom(words, typed), words.length)) {
    const word = words[i] ?? ''
    if (countBits(typedLetters & ~(letters[i] ?? 0)) > allowed || word.length < typed.length - allowed)
      continue
    if (budget.letters <= 0) break
    const distance = editDistance(typed, word, allowed, budget)
    if (!distance) continue
    const score = scoreOf(typed, word, Math.min(distance.whole, distance.beginning + 0.5))
    const isBetter = score < bestScore || (score === bestScore && best !== undefined && word < best)
    if (isBetter) [best, bestScore] = [word, score]
  }
  return best
}

/** All positions, the nearest first: words that begin like the one that was typed are most likely to be similar. */
function* outwardFrom(position: number, count: number): Generator<number> {
  for (let distance = 0; distance < count; distance++) {
    if (position + distance < count) yield position + distance
    if (position - distance > 0) yield position - distance - 1
  }
}

/** Fewer errors first; then the same first letter, which people rarely get wrong; then the shorter word. */
const scoreOf = (typed: string, word: string, errors: number) =>
  errors + (word.charCodeAt(0) === typed.charCodeAt(0) ? 0 : 0.2) + word.length / 1000
