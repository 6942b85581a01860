import { parentPort } from 'node:worker_threads'

import { priorities, setThreadPriority } from '../../shared/thread-priority.ts'
import { correctWords } from './correct-words.ts'
import type { CorrectionOutcome, CorrectionTask } from './corrections.ts'
import { keepVocabularies } from './kept-vocabularies.ts'

const vocabularies = keepVocabularies()

function perform({ accountId, revision, accountWords, queried }: CorrectionTask): CorrectionOutcome {
  const vocabulary =
    accountWords === undefined
      ? vocabularies.find(accountId, revision)
      : vocabularies.add(accountId, revision, accountWords)
  if (!vocabulary) return { kind: 'words wanted' }
  return { kind: 'corrected', corrected: correctWords(queried, vocabulary) }
}

setThreadPriority(priorities.work)

parentPort?.on('message', (task: CorrectionTask) => parentPort?.postMessage(perform(task), []))
