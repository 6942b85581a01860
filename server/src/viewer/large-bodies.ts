import { LRUCache } from 'lru-cache'

import type { Representation } from '../archive/served-entry.ts'

/** Larger bodies are streamed, in pieces that the operating system's file cache holds. */
const maxBodyBytes = 2 * 1024 * 1024
/** How many bodies that were requested once are remembered. */
const maxRemembered = 10_000

export interface LargeBodies {
  get(account: number, form: Representation): Buffer | undefined
  /**
   * Undefined if the body is not to be kept. Otherwise there is room for it until the returned function is called, with
   * the body, or without if it could not be read.
   */
  admit(account: number, form: Representation): ((body: Buffer | undefined) => void) | undefined
  /** Keeps the body, while it is being sent, until the returned function is called. */
  hold(body: Buffer): (() => void) | undefined
}

interface Kept {
  account: number
  form: Representation
  bytes: number
  /** Undefined while it is being read. */
  body: Buffer | undefined
  /** How many responses are sending it. */
  holders: number
}

/**
 * Keeps whole bodies in memory, `maxBytes` in all. What slow clients are still reading is not evicted, because that would
 * free nothing. A body is kept from its second request on, so that going through a build once evicts nothing. Room is
 * taken from the account that uses most, its least recently used body first, so that no account evicts what others use.
 */
export function largeBodies(maxBytes: number): LargeBodies {
  /** Per account, the least recently used first. */
  const accounts = new Map<number, Map<Representation, Kept>>()
  const usedBy = new Map<number, number>()
  const keptByBody = new Map<Buffer, Kept>()
  const requestedOnce = new LRUCache<Representation, true>({ max: maxRemembered })
  let used = 0

  function count(account: number, bytes: number) {
    used += bytes
    const left = (usedBy.get(account) ?? 0) + bytes
    if (left > 0) usedBy.set(account, left)
    else usedBy.delete(account)
  }

  function evict({ account, form, bytes, body }: Kept) {
    const own = accounts.get(account)
    own?.delete(form)
    if (own?.size === 0) accounts.delete(account)
    if (body) keptByBody.delete(body)
    count(account, -bytes)
  }

  /** False if there is none, because too much is being read or sent right now. */
  function makeRoom(account: number, bytes: number): boolean {
    const isEnough = () => used + bytes <= maxBytes
    while (!isEnough()) {
      const victim = leastRecentOf(largestAccount(account, bytes))
      if (!victim) return false
      evict(victim)
    }
    return true
  }

  /** With the account that asks for room counted as if it had it. */
  function largestAccount(asking: number, bytes: number): number {
    let largest = asking
    let most = (usedBy.get(asking) ?? 0) + bytes
    for (const [account, size] of usedBy) {
      if (account === asking || size <= most || !leastRecentOf(account)) continue
      largest = account
      most = size
    }
    return largest
  }

  function leastRecentOf(account: number): Kept | undefined {
    for (const kept of accounts.get(account)?.values() ?? []) if (kept.body && kept.holders === 0) return kept
    return undefined
  }

  return {
    get(account, form) {
      const own = accounts.get(account)
      const kept = own?.get(form)
      if (!own || !kept?.body) return undefined
      own.delete(form)
      own.set(form, kept)
      return kept.body
    },

    admit(account, form) {
      const bytes = form.length
      if (bytes > maxBodyBytes || accounts.get(account)?.has(form)) return undefined
      if (!requestedOnce.has(form)) {
        requestedOnce.set(form, true)
        return undefined
      }
      if (!makeRoom(account, bytes)) return undefined
      const kept: Kept = { account, form, bytes, body: undefined, holders: 0 }
      const own = accounts.get(account) ?? new Map<Representation, Kept>()
      accounts.set(account, own.set(form, kept))
      count(account, bytes)
      return (body) => {
        if (!body) return evict(kept)
        kept.body = body
        keptByBody.set(body, kept)
      }
    },

    hold(body) {
      const kept = keptByBody.get(body)
      if (!kept) return undefined
      kept.holders += 1
      return () => {
        kept.holders -= 1
      }
    },
  }
}
