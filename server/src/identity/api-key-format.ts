import { crc32 } from 'node:zlib'

import { randomBase62, toBase62 } from '../shared/secret-codes.ts'

const prefix = 'plk_'
const randomLength = 32
const checksumLength = 6
const shape = /^plk_[0-9A-Za-z]{38}$/

/** Anything that looks like a key, for keeping them out of addresses and logs. */
export const keyPattern = /plk_[0-9A-Za-z]+/g

/** The checksum lets a mistyped key be refused, and a leaked one be recognised, without asking the database. */
export function newApiKey(): string {
  const random = randomBase62(randomLength)
  return prefix + random + checksumOf(random)
}

export function isWellFormedKey(key: string): boolean {
  if (!shape.test(key)) return false
  const random = key.slice(prefix.length, prefix.length + randomLength)
  return key.endsWith(checksumOf(random))
}

export const previewOfKey = (key: string) => `${key.slice(0, 8)}…`

const checksumOf = (random: string) => toBase62(crc32(random), checksumLength)
