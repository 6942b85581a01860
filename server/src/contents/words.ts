/**
 * Text is split into words in the same way when it is stored and when it is searched for: without case and accents, at
 * everything that is no letter or digit, and inside of names like `DataTable`, which are words as a whole too.
 */

/** What a character means for where words begin. Scripts that are written without spaces are `unspaced`. */
type CharacterKind = 'separator' | 'lower' | 'upper' | 'digit' | 'unspaced'

/** Characters without case and accents, each with its place in the original text. */
export interface FoldedText {
  characters: string[]
  kinds: CharacterKind[]
  starts: number[]
  ends: number[]
}

/** A word, as positions in a folded text; the second is behind its last character. */
export type WordSpan = readonly [from: number, to: number]

const maxWordLength = 60

const mark = /\p{M}/u
const letter = /\p{L}/u
const upper = /[\p{Lu}\p{Lt}]/u
const digit = /\p{N}/u
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

export function foldText(text: string): FoldedText {
  const folded: FoldedText = { characters: [], kinds: [], starts: [], ends: [] }
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const code = character.charCodeAt(0)
    if (code < 128) add(folded, foldAscii(code, character), kindOfAscii(code), start, end)
    else foldOther(folded, character, start, end)
    start = end
  }
  return folded
}

function add(folded: FoldedText, character: string, kind: CharacterKind, start: number, end: number): void {
  folded.characters.push(character)
  folded.kinds.push(kind)
  folded.starts.push(start)
  folded.ends.push(end)
}

const foldAscii = (code: number, character: string) =>
  code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : character

function kindOfAscii(code: number): CharacterKind {
  if (code >= 97 && code <= 122) return 'lower'
  if (code >= 65 && code <= 90) return 'upper'
  return code >= 48 && code <= 57 ? 'digit' : 'separator'
}

function foldOther(folded: FoldedText, character: string, start: number, end: number): void {
  for (const part of character.normalize('NFKD')) {
    if (mark.test(part)) {
      // An accent belongs to the letter before it.
      if (folded.ends.length > 0) folded.ends[folded.ends.length - 1] = end
      continue
    }
    const kind = kindOf(part)
    // By way of upper case, so that ς is σ and ß is ss.
    for (const plain of part.toUpperCase().toLowerCase()) {
      if (!mark.test(plain)) add(folded, plain, kind, start, end)
    }
  }
}

function kindOf(character: string): CharacterKind {
  if (unspaced.test(character)) return 'unspaced'
  if (upper.test(character)) return 'upper'
  if (letter.test(character)) return 'lower'
  return digit.test(character) ? 'digit' : 'separator'
}

/** Runs of letters and digits, without the separators between them. */
export function runsOf({ kinds }: FoldedText): WordSpan[] {
  const runs: WordSpan[] = []
  let from = 0
  for (let at = 0; at <= kinds.length; at++) {
    const isEnd = at === kinds.length || kinds[at] === 'separator' || isChangeOfScript(kinds, at)
    if (!isEnd) continue
    if (at > from) runs.push([from, at])
    from = kinds[at] === 'separator' ? at + 1 : at
  }
  return runs
}

const isChangeOfScript = (kinds: readonly CharacterKind[], at: number) =>
  at > 0 && (kinds[at] === 'unspaced') !== (kinds[at - 1] === 'unspaced') && kinds[at - 1] !== 'separator'

export const isUnspaced = ({ kinds }: FoldedText, [from]: WordSpan) => kinds[from] === 'unspaced'

/** The parts of a name: data and table of `dataTable`, html and element of `HTMLElement`, button and 2 of `Button2`. */
export function partsOf({ kinds }: FoldedText, [from, to]: WordSpan): WordSpan[] {
  const parts: WordSpan[] = []
  let start = from
  for (let at = from + 1; at < to; at++) {
    const before = kinds[at - 1]
    const here = kinds[at]
    const isBoundary =
      (before === 'digit') !== (here === 'digit') ||
      (here === 'upper' && (before === 'lower' || (at + 1 < to && kinds[at + 1] === 'lower')))
    if (!isBoundary) continue
    parts.push([start, at])
    start = at
  }
  return [...parts, [start, to]]
}

/** In scripts without spaces, every pair of characters is a word, and so is the last character. */
export const pairsOf = ([from, to]: WordSpan): WordSpan[] =>
  Array.from({ length: to - from }, (_, i): WordSpan => [from + i, Math.min(from + i + 2, to)])

export function textOf({ characters }: FoldedText, [from, to]: WordSpan): string {
  const word = characters.slice(from, Math.min(to, from + maxWordLength)).join('')
  return word.length <= maxWordLength ? word : word.slice(0, maxWordLength).replace(/[\uD800-\uDBFF]$/, '')
}

/** All words of a text: whole words, and the parts of names. */
export function spansOf(folded: FoldedText): WordSpan[] {
  return runsOf(folded).flatMap((run) => {
    if (isUnspaced(folded, run)) return pairsOf(run)
    const parts = partsOf(folded, run)
    return parts.length > 1 ? [run].concat(parts) : parts
  })
}

export function wordsOf(text: string): string[] {
  const folded = foldText(text)
  return spansOf(folded).map((span) => textOf(folded, span))
}

/** All letters and digits as one word, to compare names however they are written: `Data table`, `DataTable`. */
export function joinedWord(text: string): string {
  const folded = foldText(text)
  const runs = runsOf(folded).map(([from, to]) => folded.characters.slice(from, to).join(''))
  return runs
    .join('')
    .slice(0, maxWordLength)
    .replace(/[\uD800-\uDBFF]$/, '')
}
