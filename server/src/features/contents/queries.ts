import { queryPool } from '../../contents/contents-pool.ts'
import type { ContentsOutcome, ContentsTask } from '../../contents/contents-tasks.ts'
import { Problem } from '../../http/problems.ts'
import { fairSlots, NoFreeSlot } from '../../shared/fair-slots.ts'

/** How long a request may wait for those of others. */
const waitMs = 20_000
const retryAfter = 5

/** The contents of a version. Megabytes are not read from the database again for the next question about it. */
export interface StoredContents {
  /** Its public id. */
  version: string
  load: () => Promise<Buffer | undefined>
}

export type Queries = ReturnType<typeof openQueries>

/** Requests that need stored contents. One thread answers them; accounts take turns. */
export function openQueries() {
  const slots = fairSlots({ total: 1, perAccount: 1, waitingPerAccount: 50, waitMs })

  async function inTurn<Result>(accountId: number, work: () => Promise<Result>) {
    try {
      return await slots.run(accountId, work)
    } catch (error) {
      if (error instanceof NoFreeSlot) throw new Problem('rate_limited', { retryAfter, cause: error })
      throw error
    }
  }

  /** The version whose contents the thread has probably kept. */
  let recent: string | undefined

  /** Undefined if the version has no contents. They are loaded in turn, or everybody who waits would hold megabytes. */
  const describe = (
    accountId: number,
    { version, load }: StoredContents,
    task: { kind: 'describe component' | 'describe entry'; id: string },
  ) =>
    inTurn(accountId, async () => {
      if (version === recent) {
        const outcome = await queryPool.run({ ...task, version, contents: undefined })
        if (outcome.kind !== 'contents wanted') return outcome
      }
      const contents = await load()
      if (!contents) return undefined
      recent = version
      return queryPool.run({ ...task, version, contents })
    })

  return {
    /** A whole reply, written as JSON. */
    async json(accountId: number, task: ContentsTask): Promise<string> {
      const outcome = await inTurn(accountId, () => queryPool.run(task))
      if (outcome.kind !== 'json') throw unanswered(outcome)
      return outcome.json
    },
    /** Undefined if there is no such component. */
    async component(accountId: number, stored: StoredContents, id: string) {
      const outcome = await describe(accountId, stored, { kind: 'describe component', id })
      if (outcome === undefined) return undefined
      if (outcome.kind !== 'component') throw unanswered(outcome)
      return outcome.component
    },
    /** Undefined if there is no such story, test or docs page. */
    async entry(accountId: number, stored: StoredContents, id: string) {
      const outcome = await describe(accountId, stored, { kind: 'describe entry', id })
      if (outcome === undefined) return undefined
      if (outcome.kind !== 'entry') throw unanswered(outcome)
      return outcome.entry
    },
  }
}

const unanswered = (outcome: ContentsOutcome) =>
  new Error(outcome.kind === 'failed' ? outcome.message : `unexpected outcome: ${outcome.kind}`)
