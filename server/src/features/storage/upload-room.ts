import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import type { Config } from '../../settings/config.ts'
import { accountStorageFull } from './account-storage-full.ts'
import { findStorage } from './store.ts'

/** What one upload may take of the account's storage while it is under way. */
export interface Room {
  /** The largest zip that fits. */
  bytes: number
  /** Why a larger one does not fit; undefined where only the size of an upload limits it. */
  refusal: Problem | undefined
  /** The zip is here and this large: what it does not need is free for others. */
  keep(bytes: number): void
}

export interface UploadRoom {
  /** Sets room aside for as long as the work lasts; refused before a byte is read where it cannot fit. */
  during<Result>(
    accountId: number,
    contentLength: number | undefined,
    work: (room: Room) => Promise<Result>,
  ): Promise<Result>
}

/** Room for the form around the zip: boundaries, part headers, the other fields. */
export const formOverhead = 64 * 1024

/**
 * Uploads that arrive together share what is left: each counts with the size it announced, or with all it may have.
 * Only this instance's are known here. What is recorded in the end is decided in the transaction that does it.
 */
export function openUploadRoom(db: Database, { limits }: Pick<Config, 'limits'>): UploadRoom {
  const arriving = new Map<number, number>()

  function reserve(accountId: number, bytes: number): void {
    const total = (arriving.get(accountId) ?? 0) + bytes
    if (total > 0) arriving.set(accountId, total)
    else arriving.delete(accountId)
  }

  return {
    async during(accountId, contentLength, work) {
      const storage = await findStorage(db, accountId, limits.accountStorageBytes)
      if (!storage) throw new Problem('not_found')
      const others = arriving.get(accountId) ?? 0
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
