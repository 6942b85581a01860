import { seal } from '../archive/sealed.ts'

/** The index of a pack as a later release may write it. */
export function ofALaterRelease(index: Buffer): Buffer {
  const changed = Buffer.from(index)
  changed.writeUInt16LE(99, 4)
  return seal(changed)
}
