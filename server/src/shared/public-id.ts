import { randomInt } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

export const publicIdLength = 20

/** 20 lower-case letters and digits (103 bits): impossible to guess, and valid as a host label. */
export function newPublicId(): string {
  return Array.from({ length: publicIdLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}
