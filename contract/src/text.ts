import * as z from 'zod/mini'

const message = 'Control characters are not allowed'

/** Neither control characters nor lone surrogates: no name needs them, and PostgreSQL cannot store all of them. */
const plainCharacters = /^[^\p{Cc}\p{Cs}]*$/u
const plainLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u

export const isPlainText = (value: string) => plainCharacters.test(value)

/** Single-line text, not trimmed: for codes, tokens and filters. All text in requests is this or one of the two below. */
export const exactText = z.string().check(z.regex(plainCharacters, message))

/** Single-line text, trimmed: for names. */
export const lineOfText = z.string().check(z.trim(), z.regex(plainCharacters, message))

/** Multi-line text, trimmed. */
export const linesOfText = z.string().check(z.trim(), z.regex(plainLines, message))

/** A maximum length, with a message that names it. */
export const atMost = (characters: number) => z.maxLength(characters, `At most ${characters} characters`)

/** A number in a URL: plain decimal digits, so that there is only one way to write it. */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value,
    ),
    z.int().check(z.minimum(min), z.maximum(max)),
  )

/** A numeric database id. */
export const RowId = wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER })
