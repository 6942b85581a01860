/** Neither NUL, which PostgreSQL refuses, nor other control characters, nor halves of characters. */
const unstorable = /[\p{Cc}\p{Cs}]/u

/** Whether text that must not be changed, such as an id, can be stored. */
export const isStorable = (text: string) => !unstorable.test(text)

/** Text that PostgreSQL can store, clipped; its lines stay. */
export function storableLines(text: string, length: number): string {
  const plain = text.slice(0, length + 1).replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, ' ')
  return plain.length <= length ? plain : `${withoutHalf(plain.slice(0, length - 1))}…`
}

/** One line of text that PostgreSQL can store, clipped. */
export function storableText(text: string, length: number): string {
  // Leaves out the rest of a long text before looking at each of its characters.
  const plain = text
    .slice(0, 2 * length)
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
  return plain.length <= length ? plain : `${withoutHalf(plain.slice(0, length - 1))}…`
}

const withoutHalf = (text: string) => text.replace(/[\uD800-\uDBFF]$/, '')
