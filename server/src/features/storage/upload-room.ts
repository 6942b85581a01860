import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import type { Config } from '../../settings/config.ts'
import { accountStorageFull } from './account-storage-full.ts'
import { findStorage } from './store.ts'

/** The space reserved for one upload in progress. */
export interface Room {
  /** The largest zip that fits. */
  bytes: number
  /** Why a larger zip does not fit; undefined if only the limit per upload applies. */
  refusal: Problem | undefined
  /** Shrinks the reservation to the size of the received zip. */
  keep(bytes: number): void
}

export interface UploadRoom {
  /** Reserves room while the work runs. Refuses uploads that cannot fit before a byte is read. */
  during<Result>(
    accountId: number,
    contentLength: number | undefined,
    work: (room: Room) => Promise<Result>,
  ): Promise<Result>
}

/** Allowance for the form around the zip: boundaries, part headers, the other fields. */
export const formOverhead = 64 * 1024

/**
 * Concurrent uploads share the space that is left: each reserves the size it announced, or the most it may have. This
 * covers one instance only; the transaction that records a version makes the final check.
 */
export function openUploadRoom(db: Database, { limits }: Pick<Config, 'limits'>): UploadRoom {
  const reservations = new Map<number, number>()

  function reserve(accountId: number, bytes: number): void {
    const total = (reservations.get(accountId) ?? 0) + bytes
    if (total > 0) reservations.set(accountId, total)
    else reservations.delete(accountId)
  }

  return {
    async during(accountId, contentLength, work) {
      const storage = await findStorage(db, accountId, limits.accountStorageBytes)
      if (!storage) throw new Problem('not_found')
      const others = reservations.get(accountId) ?? 0
      const left = storage.limitBytes - storage.usedBytes - others
      const announced = Math.min(contentLength ?? 0, limits.uploadBytes)
      if (left <= 0 || announced - formOverhead > left) throw accountStorageFull(storage, others)

      let reserved = Math.min(contentLength ?? limits.uploadBytes, limits.uploadBytes, left)
      reserve(accountId, reserved)
      try {
        return await work({
          bytes: Math.min(limits.uploadBytes, left),
          refusal: left < limits.uploadBytes ? accountStorageFull(storage, others) : undefined,
          keep(bytes) {
            reserve(accountId, bytes - reserved)
            reserved = bytes
          },
        })
      } finally {
        reserve(accountId, -reserved)
      }
    },
  }
}
