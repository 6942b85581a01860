import { randomInt } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** 20 lower-case letters and digits (103 bits): nobody guesses one, and each is a host label as it stands. */
export function newPublicId(): string {
  return Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
