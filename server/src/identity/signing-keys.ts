import type { Logger } from 'pino'

import type { Database } from '../database/connect.ts'
import { insertFirstSigningKey, listSigningKeys } from '../database/signing-keys-store.ts'
import type { StoredKey } from '../database/signing-keys-store.ts'
import type { Revocations } from './revocations.ts'

/** Keys of one purpose. */
export interface KeyKind<K> {
  name: string
  /** How long what such a key has signed can be used, so how long it verifies after a newer one took over. */
  lifetimeDays: number
  create: () => K | Promise<K>
}

/** The keys of one kind. Values are the same objects, and in the same order, until something changes. */
export interface KeyRing<K> {
  /** Every key that verifies. The first one signs. */
  keys(): readonly [K, ...K[]]
}

export interface SigningKeys {
  open<K>(kind: KeyKind<K>): Promise<KeyRing<K>>
  close(): Promise<void>
}

/**
 * A new key verifies at once and signs only later, when every instance has loaded it: they do so this often, and when they
 * are notified.
 */
const reloadEveryMs = 30_000

interface SigningKeysOptions {
  db: Database
  revocations: Revocations
  log: Logger
}

/** The keys that sign, as they are in the database. `plinth-admin rotate-keys` replaces them while instances run. */
export function openSigningKeys({ db, revocations, log }: SigningKeysOptions): SigningKeys {
  const rings: (() => Promise<{ isAnyGone: boolean }>)[] = []
  let reloaded = Promise.resolve()

  // One after the other, so that an answer from before a change is never the last one.
  const reload = () => (reloaded = reloaded.then(reloadNow))

  async function reloadNow() {
    try {
      const results = await Promise.all(rings.map((reloadRing) => reloadRing()))
      // What was signed with a key that is gone may be cached as valid.
      if (results.some(({ isAnyGone }) => isAnyGone)) revocations.dropCaches()
    } catch (error) {
      log.warn({ err: error }, 'the signing keys were not reloaded; the known ones stay in use')
    }
  }

  revocations.onRevoked((revoked) => {
    if (revoked === 'everything') void reload()
  })
  const timer = setInterval(() => void reload(), reloadEveryMs).unref()

  return {
    async open<K>(kind: KeyKind<K>): Promise<KeyRing<K>> {
      let stored = await loadKeys(db, kind)
      rings.push(async () => {
        const before = stored
        const found = await listSigningKeys<K>(db, kind.name)
        // None are left for a moment while a backup is restored.
        if (!isNotEmpty(found)) return { isAnyGone: false }
        const known = new Map(before.map(({ value }) => [JSON.stringify(value), value]))
        stored = mapKeys(found, (key) => ({
          ...key,
          value: known.get(JSON.stringify(key.value)) ?? key.value,
        }))
        return { isAnyGone: [...known.values()].some((value) => !stored.some((key) => key.value === value)) }
      })
      return { keys: () => acceptedKeys(stored, Date.now()) }
    },
    close: async () => {
      clearInterval(timer)
      await reloaded
    },
  }
}

type Keys<K> = readonly [StoredKey<K>, ...StoredKey<K>[]]

/** Newest first; the first one is created if there is none yet. */
export async function loadKeys<K>(db: Database, kind: KeyKind<K>): Promise<Keys<K>> {
  const existing = await listSigningKeys<K>(db, kind.name)
  if (isNotEmpty(existing)) return existing
  await insertFirstSigningKey(db, kind.name, await kind.create())
  const created = await listSigningKeys<K>(db, kind.name)
  if (isNotEmpty(created)) return created
  throw new Error(`the signing key ${kind.name} was deleted meanwhile`)
}

const isNotEmpty = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0

const mapKeys = <T, R>([first, ...rest]: readonly [T, ...T[]], to: (item: T) => R): readonly [R, ...R[]] => [
  to(first),
  ...rest.map(to),
]

/** The key that signs at this moment, then the others that verify. With a clock far behind, all know the oldest at least. */
function acceptedKeys<K>(stored: Keys<K>, now: number): readonly [K, ...K[]] {
  const signing = stored.find(({ signsFrom }) => signsFrom.getTime() <= now) ?? stored.at(-1) ?? stored[0]
  const others = stored.filter(
    (key) => key !== signing && (key.acceptedUntil === null || key.acceptedUntil.getTime() > now),
  )
  return [signing.value, ...others.map(({ value }) => value)]
}

/** What is built from the keys of a ring; built again when they change. */
export function builtFrom<K, T>(ring: KeyRing<K>, build: (keys: readonly [K, ...K[]]) => T): () => T {
  let keys = ring.keys()
  let built = build(keys)
  return () => {
    const current = ring.keys()
    if (current.length !== keys.length || current.some((key, index) => key !== keys[index])) {
      keys = current
      built = build(keys)
    }
    return built
  }
}
