import type { Party } from './account-pace.ts'

export interface FairCache<Key, Value> {
  /** Counts as a use of the value. */
  get(party: Party, key: Key): Value | undefined
  peek(party: Party, key: Key): Value | undefined
  /** Replaces the value of this key, which is not evicted by that. */
  set(party: Party, key: Key, value: Value, size: number): void
  evict(party: Party, key: Key): void
  values(): Iterable<Value>
  clear(): void
}

interface Kept<Key, Value> {
  party: Party
  key: Key
  value: Value
  size: number
}

/** Sizes of all that somebody has are compared in eighths of the cache: whoever has little is not told apart. */
const parts = 8

/**
 * Keeps values, `maxSize` in all. Room is taken from whoever has most, so that nobody evicts what others use; of several who
 * have about the same, from the one that used the cache least recently. A value that is larger than what others leave stays
 * until the next one comes: it is about to be used.
 */
export function fairCache<Key, Value>(
  maxSize: number,
  onEvicted: (value: Value) => void,
): FairCache<Key, Value> {
  /** The least recently used first, both parties and what each has. */
  const parties = new Map<Party, Map<Key, Kept<Key, Value>>>()
  const sizes = new Map<Party, number>()
  let size = 0

  const find = (party: Party, key: Key) => parties.get(party)?.get(key)

  function count(party: Party, added: number): void {
    size += added
    sizes.set(party, (sizes.get(party) ?? 0) + added)
  }

  function remove(kept: Kept<Key, Value>): void {
    const { party, key } = kept
    const own = parties.get(party)
    own?.delete(key)
    count(party, -kept.size)
    if (own?.size !== 0) return
    parties.delete(party)
    sizes.delete(party)
  }

  function add(kept: Kept<Key, Value>): void {
    const { party, key } = kept
    const own = parties.get(party) ?? new Map<Key, Kept<Key, Value>>()
    parties.delete(party)
    parties.set(party, own.set(key, kept))
    count(party, kept.size)
  }

  function evict(kept: Kept<Key, Value>): void {
    remove(kept)
    onEvicted(kept.value)
  }

  /** What is to be evicted next; undefined if all of it fits. */
  function findVictim(): Kept<Key, Value> | undefined {
    if (size <= maxSize) return undefined
    let victim: Kept<Key, Value> | undefined
    let most = 0
    for (const [party, own] of parties) {
      const taken = Math.ceil(((sizes.get(party) ?? 0) / maxSize) * parts)
      if (taken <= most) continue
      most = taken
      victim = own.values().next().value
    }
    return victim
  }

  return {
    get(party, key) {
      const kept = find(party, key)
      if (!kept) return undefined
      remove(kept)
      add(kept)
      return kept.value
    },
    peek: (party, key) => find(party, key)?.value,
    set(party, key, value, wanted) {
      const known = find(party, key)
      if (known) remove(known)
      const added = { party, key, value, size: Math.min(wanted, maxSize) }
      add(added)
      for (let victim = findVictim(); victim && victim !== added; victim = findVictim()) evict(victim)
    },
    evict(party, key) {
      const kept = find(party, key)
      if (kept) evict(kept)
    },
    *values() {
      for (const own of parties.values()) for (const { value } of own.values()) yield value
    },
    clear() {
      for (const own of parties.values()) for (const kept of own.values()) evict(kept)
    },
  }
}
