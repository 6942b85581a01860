import { createHash, randomInt } from 'node:crypto'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Cryptographically random characters of 5.95 bits each. */
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
 * What is stored instead of a secret. These secrets are long and random, so a slow hash is not needed; and looking one
 * up by its hash takes the same time for every guess.
 */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
