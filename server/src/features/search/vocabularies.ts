import type { Database } from '../../database/connect.ts'
import { findRevision, listWords } from './store.ts'
import { vocabularyOf } from './vocabulary.ts'
import type { Vocabulary } from './vocabulary.ts'

interface Kept {
  revision: string
  vocabulary: Promise<Vocabulary>
  bytes: number
}

const maxBytes = 32 * 1024 * 1024

/**
 * The vocabularies of the accounts that searched last, as many as fit into memory. Any instance may change what an account
 * contains, so the revision is compared each time.
 */
export function openVocabularies(db: Database): (accountId: number) => Promise<Vocabulary> {
  const kept = new Map<number, Kept>()
  let bytes = 0

  function forget(accountId: number): void {
    bytes -= kept.get(accountId)?.bytes ?? 0
    kept.delete(accountId)
  }

  async function load(accountId: number, revision: string): Promise<Vocabulary> {
    const vocabulary = listWords(db, accountId).then(vocabularyOf)
    const entry: Kept = { revision, vocabulary, bytes: 0 }
    forget(accountId)
    kept.set(accountId, entry)
    try {
      const { bytes: size } = await vocabulary
      if (kept.get(accountId) !== entry) return vocabulary
      entry.bytes = size
      bytes += size
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break
        forget(oldest)
      }
    } catch (error) {
      if (kept.get(accountId) === entry) forget(accountId)
      throw error
    }
    return vocabulary
  }

  return async (accountId) => {
    const revision = await findRevision(db, accountId)
    const known = kept.get(accountId)
    if (known?.revision !== revision) return load(accountId, revision)
    // The account that searched last is the last to be forgotten.
    kept.delete(accountId)
    kept.set(accountId, known)
    return known.vocabulary
  }
}
