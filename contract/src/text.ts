import * as z from 'zod/mini'

const message = 'Control characters are not allowed'

/** Neither control characters nor half of a surrogate pair: no name holds them, and the database takes neither. */
const plainCharacters = /^[^\p{Cc}\p{Cs}]*$/u
const plainLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u

export const isPlainText = (value: string) => plainCharacters.test(value)

/** Text on one line, as it is: for codes, tokens and filters. Every text that a caller sends is this or one of the two below. */
export const exactText = z.string().check(z.regex(plainCharacters, message))

/** Text on one line, without the space around it: for names. */
export const lineOfText = z.string().check(z.trim(), z.regex(plainCharacters, message))

/** Text that may have several lines. */
export const linesOfText = z.string().check(z.trim(), z.regex(plainLines, message))

/** A number in an address: plain decimal digits, so that there is one way to write it. */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value,
    ),
    z.int().check(z.minimum(min), z.maximum(max)),
  )

/** The id of a row. */
export const RowId = wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER })
