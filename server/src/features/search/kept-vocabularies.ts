import { vocabularyOf } from './vocabulary.ts'
import type { Vocabulary } from './vocabulary.ts'

interface Kept {
  revision: string
  vocabulary: Vocabulary
}

const maxBytes = 32 * 1024 * 1024

/** The vocabularies of the accounts that searched last, as many as fit into memory. */
export interface KeptVocabularies {
  /** Undefined if it was forgotten, or is of another revision. */
  find: (accountId: number, revision: string) => Vocabulary | undefined
  /** The words are separated by spaces. */
  add: (accountId: number, revision: string, words: string) => Vocabulary
}

export function keepVocabularies(limit = maxBytes): KeptVocabularies {
  const kept = new Map<number, Kept>()
  let bytes = 0

  function forget(accountId: number): void {
    bytes -= kept.get(accountId)?.vocabulary.bytes ?? 0
    kept.delete(accountId)
  }

  return {
    find(accountId, revision) {
      const known = kept.get(accountId)
      if (known?.revision !== revision) return undefined
      // The account that searched last is the last to be forgotten.
      kept.delete(accountId)
      kept.set(accountId, known)
      return known.vocabulary
    },
    add(accountId, revision, words) {
      forget(accountId)
      const vocabulary = vocabularyOf(words === '' ? [] : words.split(' '))
      kept.set(accountId, { revision, vocabulary })
      bytes += vocabulary.bytes
      for (const oldest of kept.keys()) {
        if (bytes <= limit) break
        forget(oldest)
      }
      return vocabulary
    },
  }
}
