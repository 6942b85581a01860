const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const firstLetter = (word: string): string => [...letters.segment(word)][0]?.segment ?? ''

/** One or two letters for a title: "Design System" is DS, "checkout-kit" CK, "Button 2" B2. */
export function initialsOf(title: string): string {
  const words = title.split(/[^\p{L}\p{N}\p{M}\p{Emoji_Presentation}\u{200D}]+/u).filter(Boolean)
  return words.slice(0, 2).map(firstLetter).join('').toLocaleUpperCase() || firstLetter(title.trim())
}
