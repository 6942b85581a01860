/**
 * A parser's memory grows with these counts, not with the bytes: 8 MB can be 8 million nested arrays or
 * 3 million empty objects, which take seconds and hundreds of megabytes. An entry of an index.json has 2 collections and
 * about 20 elements, so the limits are several times what the largest builds write.
 */
export interface JsonLimits {
  /** arrays and objects nested in each other */
  depth: number
  /** arrays and objects in total */
  collections: number
  /** commas: values and members beyond the first of each collection */
  elements: number
}

const buildLimits: JsonLimits = { depth: 100, collections: 200_000, elements: 1_000_000 }

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/**
 * Looks at each byte once and allocates nothing. Counts are exact as long as the bytes are valid JSON; a parser stops at
 * the first byte that is not, so counts beyond it do not matter. UTF-8 needs no decoding: everything counted is ASCII.
 */
export function isWithinLimits(bytes: Uint8Array, limits: JsonLimits = buildLimits): boolean {
  let depth = 0
  let collections = 0
  let elements = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    switch (byte) {
      case QUOTE:
        at = endOfString(bytes, at)
        break
      case COMMA:
        if (++elements > limits.elements) return false
        break
      case OPEN_BRACKET:
      case OPEN_BRACE:
        if (++depth > limits.depth || ++collections > limits.collections) return false
        break
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth--
        break
    }
  }
  return true
}

/** Position of the quote that ends the string starting at `start`; beyond the last byte if it never ends. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
