import { createHash, randomInt } from 'node:crypto'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Unguessable characters: 5.95 bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62[randomInt(base62.length)]).join('')
}

export function toBase62(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62))
    text = (base62[rest % 62] ?? '0') + text
  return text
}

/**
 * What is stored instead of a secret. These secrets are long and random, so nothing slower is needed; and a
 * lookup by hash takes the same time whatever was guessed.
 */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
