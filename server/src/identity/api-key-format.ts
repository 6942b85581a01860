import { crc32 } from 'node:zlib'

import { randomBase62, toBase62 } from '../shared/secret-codes.ts'

const prefix = 'plk_'
const randomLength = 32
const checksumLength = 6
const shape = /^plk_[0-9A-Za-z]{38}$/

/** Anything that looks like a key, to keep keys out of URLs and logs. */
export const keyPattern = /plk_[0-9A-Za-z]+/g

/** Thanks to the checksum, mistyped keys are refused and leaked ones recognised without a database query. */
export function newApiKey(): string {
  const random = randomBase62(randomLength)
  return prefix + random + checksumOf(random)
}

/** Whether a token is meant to be an API key, well-formed or not. */
export const looksLikeKey = (token: string) => token.startsWith(prefix)

export function isWellFormedKey(key: string): boolean {
  if (!shape.test(key)) return false
  const random = key.slice(prefix.length, prefix.length + randomLength)
  return key.endsWith(checksumOf(random))
}

export const previewOfKey = (key: string) => `${key.slice(0, 8)}…`

const checksumOf = (random: string) => toBase62(crc32(random), checksumLength)
