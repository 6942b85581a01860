/** How many letters of a word may be wrong: none of a short one, where nearly every other word would be similar. */
export function allowedErrors({ length }: string): number {
  if (length < 4 || length > maxLength) return 0
  return length < 7 ? 1 : 2
}

const maxLength = 40

export interface Distance {
  /** To the whole word. */
  whole: number
  /** To the nearest beginning of it, since people may still be typing. */
  beginning: number
}

// Rows of the table of distances, reused: nothing is allocated per word.
const rows = [0, 1, 2].map(() => new Uint8Array(2 * maxLength))
const tooMany = 100

/**
 * How many letters must be added, left out, replaced or swapped with their neighbour to make one word of the other;
 * undefined if more than `allowed`, even for the nearest beginning of the word. Letters further apart than `allowed` need not
 * be compared. Takes what it compares from the budget.
 */
export function editDistance(
  typed: string,
  word: string,
  allowed: number,
  budget: { letters: number },
): Distance | undefined {
  let [beforeLast, last, row] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= allowed + 1; j++) last[j] = j
  for (let i = 1; i <= typed.length; i++) {
    budget.letters -= 1
    const from = Math.max(1, i - allowed)
    const to = Math.min(word.length, i + allowed)
    const letter = typed.charCodeAt(i - 1)
    row[from - 1] = from === 1 ? i : tooMany
    let least = at(row, from - 1)
    for (let j = from; j <= to; j++) {
      const isSame = letter === word.charCodeAt(j - 1)
      let errors = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1))
      const isSwapped =
        i > 1 &&
        j > 1 &&
        letter === word.charCodeAt(j - 2) &&
        typed.charCodeAt(i - 2) === word.charCodeAt(j - 1)
      if (isSwapped) errors = Math.min(errors, at(beforeLast, j - 2) + 1)
      row[j] = errors
      if (errors < least) least = errors
    }
    if (least > allowed) return undefined
    row[to + 1] = tooMany
    ;[beforeLast, last, row] = [last, row, beforeLast]
  }
  const from = Math.max(0, typed.length - allowed)
  const to = Math.min(word.length, typed.length + allowed)
  let beginning = tooMany
  for (let j = from; j <= to; j++) beginning = Math.min(beginning, at(last, j))
  if (beginning > allowed) return undefined
  return { whole: word.length === to ? at(last, to) : tooMany, beginning }
}

const at = (row: Uint8Array, index: number) => row[index] ?? tooMany
