import { hash } from 'node:crypto'

/** 132 bits of SHA-256: enough for all units of a build, and half as long to store. */
export const hashLength = 22

export const hashOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, hashLength)
