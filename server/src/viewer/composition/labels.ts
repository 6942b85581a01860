import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { allowedPageDays } from '@plinth/contract/compositions.ts'

import type { KeyKind, KeyRing } from '../../identity/signing-keys.ts'
import { composeLabel } from '../viewer-addresses.ts'

/** A version in a composition, by the ids of their rows. */
export interface Composed {
  compositionId: number
  versionId: number
}

/** Host labels of versions in compositions: each pair has an origin of its own. They do not show the ids, which count what is in the portal. */
export interface CompositionLabels {
  labelOf(composed: Composed): string
  /** Undefined unless we made the label, so that nobody can try out ids. */
  parse(label: string): Composed | undefined
}

const idBytes = 6
const macBytes = 18
/** 30 bytes are 48 characters without padding, so there is one way to write them. */
const pattern = /^c([a-z2-7]{48})$/
const labelLength = 49

/** Whether a host label belongs to composition and not to a version, whose ids are shorter. */
export const isCompositionLabel = (label: string): boolean =>
  label.length === labelLength || label === composeLabel

export const labelKeys: KeyKind<string> = {
  name: 'composition-labels',
  // Addresses work for at most a day; a page that stays open is shown again within these days.
  lifetimeDays: allowedPageDays,
  create: () => randomBytes(32).toString('base64url'),
}

export function compositionLabels(ring: KeyRing<string>): CompositionLabels {
  return {
    labelOf({ compositionId, versionId }) {
      const ids = Buffer.alloc(2 * idBytes)
      ids.writeUIntBE(compositionId, 0, idBytes)
      ids.writeUIntBE(versionId, idBytes, idBytes)
      const key = ring.keys()[0]
      const mac = macOf(ids, key)
      return `c${toBase32(Buffer.concat([masked(ids, mac, key), mac]))}`
    },

    parse(label) {
      const [, text] = pattern.exec(label) ?? []
      if (text === undefined) return undefined
      const bytes = fromBase32(text)
      const given = bytes.subarray(0, 2 * idBytes)
      const mac = bytes.subarray(2 * idBytes)
      const ids = ring
        .keys()
        .map((key) => ({ key, read: masked(given, mac, key) }))
        .find(({ key, read }) => timingSafeEqual(mac, macOf(read, key)))?.read
      if (!ids) return undefined
      return { compositionId: ids.readUIntBE(0, idBytes), versionId: ids.readUIntBE(idBytes, idBytes) }
    },
  }
}

const macOf = (ids: Buffer, key: string) =>
  createHmac('sha256', key).update(ids).digest().subarray(0, macBytes)

/** Masks the ids, and unmasks them. The mask follows from the MAC, so the same ids always have the same label. */
function masked(ids: Buffer, mac: Buffer, key: string): Buffer {
  const mask = createHmac('sha256', key).update('mask').update(mac).digest()
  return Buffer.from(ids.map((byte, at) => byte ^ (mask[at] ?? 0)))
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** For lengths that are multiples of five bytes, which become eight characters. */
function toBase32(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 5) {
    const group = BigInt(bytes.readUIntBE(at, 5))
    for (let shift = 35n; shift >= 0n; shift -= 5n) text += alphabet[Number((group >> shift) & 31n)]
  }
  return text
}

function fromBase32(text: string): Buffer {
  const bytes = Buffer.alloc((text.length / 8) * 5)
  for (let at = 0; at < text.length; at += 8) {
    let group = 0
    for (const character of text.slice(at, at + 8)) group = group * 32 + alphabet.indexOf(character)
    bytes.writeUIntBE(group, (at / 8) * 5, 5)
  }
  return bytes
}
