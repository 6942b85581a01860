import { queryPool } from '../../contents/contents-pool.ts'
import type { ContentsOutcome, ContentsTask } from '../../contents/contents-tasks.ts'
import { Problem } from '../../http/problems.ts'
import { fairSlots, NoFreeSlot } from '../../shared/fair-slots.ts'

/** How long a request may wait for those of others. */
const waitMs = 20_000
const retryAfter = 5

export type Queries = ReturnType<typeof openQueries>

/** Requests that need stored contents. One thread answers them; accounts take turns. */
export function openQueries() {
  const slots = fairSlots({ total: 1, perAccount: 1, waitingPerAccount: 50, waitMs })

  async function run(accountId: number, task: ContentsTask) {
    try {
      return await slots.run(accountId, () => queryPool.run(task))
    } catch (error) {
      if (error instanceof NoFreeSlot) throw new Problem('rate_limited', { retryAfter, cause: error })
      throw error
    }
  }

  return {
    /** A whole reply, written as JSON. */
    async json(accountId: number, task: ContentsTask): Promise<string> {
      const outcome = await run(accountId, task)
      if (outcome.kind !== 'json') throw unanswered(outcome)
      return outcome.json
    },
    /** Undefined if there is no such component. */
    async component(accountId: number, contents: Buffer, id: string) {
      const outcome = await run(accountId, { kind: 'describe component', contents, id })
      if (outcome.kind !== 'component') throw unanswered(outcome)
      return outcome.component
    },
    /** Undefined if there is no such story, test or docs page. */
    async entry(accountId: number, contents: Buffer, id: string) {
      const outcome = await run(accountId, { kind: 'describe entry', contents, id })
      if (outcome.kind !== 'entry') throw unanswered(outcome)
      return outcome.entry
    },
  }
}

const unanswered = (outcome: ContentsOutcome) =>
  new Error(outcome.kind === 'failed' ? outcome.message : `unexpected outcome: ${outcome.kind}`)
