import { writeZip } from '../../server/src/testing/zip-writer.ts'
import type { Random } from '../random.ts'
import type { Archive } from './archives.ts'
import { byteChanges } from './change-bytes.ts'
import { entryChanges } from './change-entries.ts'
import { entriesOf } from './entries.ts'

/** A changed archive, and what was done to it. */
export interface Mutant {
  zip: Buffer
  from: string
  changes: string[]
}

/** Every third is changed as bytes; of the others, whose records are written again, every sixth afterwards as well. */
export function mutantOf(archives: readonly Archive[], random: Random): Mutant {
  const { name, zip } = random.pick(archives)
  const other = random.pick(archives).zip
  const blind = random.chance(1 / 3)
  const rewritten = blind ? { zip, changes: [] } : changeEntries(zip, other, random)
  const alsoBytes = blind || rewritten.changes.length === 0 || random.chance(1 / 6)
  const changed = alsoBytes ? changeBytes(rewritten.zip, other, random) : { zip: rewritten.zip, changes: [] }
  return { zip: changed.zip, from: name, changes: [...rewritten.changes, ...changed.changes] }
}

const fewTimes = (random: Random) => random.pick([1, 1, 1, 2, 2, 3])

function changeEntries(zip: Buffer, other: Buffer, random: Random) {
  const parts = { entries: entriesOf(zip), options: {} }
  const more = entriesOf(other)
  const changes: string[] = []
  if (parts.entries.length === 0) return { zip, changes }
  for (let left = fewTimes(random); left > 0; left--) {
    const [name, change] = random.pick(Object.entries(entryChanges))
    change(parts, random, more)
    changes.push(name)
  }
  return { zip: writeZip(parts.entries, parts.options), changes }
}

function changeBytes(zip: Buffer, other: Buffer, random: Random) {
  const changes: string[] = []
  let changed = zip
  for (let left = fewTimes(random); left > 0; left--) {
    const [name, change] = random.pick(Object.entries(byteChanges))
    changed = change(changed, random, other)
    changes.push(name)
  }
  return { zip: changed, changes }
}
