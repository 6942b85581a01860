/** Created only for titles that need it, because that takes tens of milliseconds. */
let letters: Intl.Segmenter | undefined

function firstLetter(word: string): string {
  // A letter of ASCII before another one, or alone, is never part of something longer.
  if (/^[!-~](?:[ -~]|$)/.test(word)) return word.charAt(0)
  letters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return [...letters.segment(word)][0]?.segment ?? ''
}

const isAscii = /^[ -~]*$/

// A function, because this too takes tens of milliseconds where it is first used.
const otherThanLetters = () => /[^\p{L}\p{N}\p{M}\p{Emoji_Presentation}\u{200D}]+/u

/** One or two letters for a title: "Design System" is DS, "checkout-kit" CK, "Button 2" B2. */
export function initialsOf(title: string): string {
  const words = title.split(isAscii.test(title) ? /[^A-Za-z0-9]+/ : otherThanLetters()).filter(Boolean)
  return words.slice(0, 2).map(firstLetter).join('').toLocaleUpperCase() || firstLetter(title.trim())
}
