import type { ServerResponse } from 'node:http'

import { LRUCache } from 'lru-cache'

import { queryThreads } from '../../contents/contents-pool.ts'
import type { ContentsOutcome, ContentsTask } from '../../contents/contents-tasks.ts'
import { Problem } from '../../http/problems.ts'
import { whileClientStays } from '../../http/while-client-stays.ts'
import type { AccountPace } from '../../shared/account-pace.ts'
import { fairSlots, NoFreeSlot } from '../../shared/fair-slots.ts'

/** How long a request may wait for those of others. */
const waitMs = 20_000
const retryAfter = 5
const waitingPerAccount = 50

/** Contents that are in memory, because the threads work on them or soon will: some may still wait for a task of their account. */
const loadedAtOnce = 6

const remembered = { max: 10_000, ttl: 60 * 60_000 }
/** Once this many questions about a version have ended a thread, no other question about it is asked. */
const maxEndedThreads = 3

/** A reply may have megabytes, which are in memory until the client has read them. */
const replies = { total: 16, perAccount: 2, waitingPerAccount, waitMs }

/** The contents of a version. Megabytes are not read from the database again for the next question about it. */
export interface StoredContents {
  /** Its public id. */
  version: string
  load: () => Promise<Buffer | undefined>
}

/** What is asked about stored contents. */
type Question = Extract<
  ContentsTask,
  { kind: 'compare' | 'list' | 'describe component' | 'find story' | 'quote' | 'quote comparison' }
>

type Without<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never

/** About one version, whose contents the thread may have kept. */
type QuestionOfVersion = Without<
  Extract<Question, { kind: 'describe component' | 'find story' | 'quote' }>,
  'version' | 'contents'
>

export type Queries = ReturnType<typeof openQueries>

/** Requests that need stored contents. Threads answer them; accounts take turns. */
export function openQueries(pace: AccountPace) {
  const slots = fairSlots({ total: loadedAtOnce, perAccount: 1, waitingPerAccount, waitMs, pace })
  const replySlots = fairSlots(replies)
  /** Questions that ended the thread: others would wait each time somebody asks again. */
  const unanswerable = new LRUCache<string, true>(remembered)
  /** How many questions about a version ended a thread. Callers choose the ids, so there is no end of questions. */
  const endedThreads = new LRUCache<string, number>(remembered)

  /** Has the thread work on a question; not on one that it cannot finish. */
  async function ask(accountId: number, question: Question): Promise<ContentsOutcome> {
    const key = keyOf(question)
    const versions = versionsOf(question)
    const isHopeless = versions.some((version) => (endedThreads.get(version) ?? 0) >= maxEndedThreads)
    if (isHopeless || unanswerable.has(key)) throw new Problem('contents_too_complex')
    const outcome = await queryThreads.run(accountId, question)
    if (outcome.kind !== 'failed' || !outcome.hasEndedThread) return outcome
    unanswerable.set(key, true)
    for (const version of versions) endedThreads.set(version, (endedThreads.get(version) ?? 0) + 1)
    throw new Problem('contents_too_complex', { cause: new Error(outcome.message) })
  }

  const inTurn = <Result>(accountId: number, kind: Question['kind'], work: () => Promise<Result>) =>
    slots.run(accountId, work, { kind }).catch((error: unknown) => Promise.reject(problemIfBusy(error)))

  /** The version whose contents the thread has probably kept. */
  let recent: string | undefined

  /** Undefined if the version has no contents. They are loaded in turn, or everybody who waits would hold megabytes. */
  async function askOf(accountId: number, { version, load }: StoredContents, question: QuestionOfVersion) {
    if (version === recent) {
      const outcome = await ask(accountId, { ...question, version, contents: undefined })
      if (outcome.kind !== 'contents wanted') return outcome
    }
    const contents = await load()
    if (!contents) return undefined
    recent = version
    return ask(accountId, { ...question, version, contents })
  }

  return {
    /** Waits until the account may have one more large reply; it counts until it is sent or the client has left. */
    async admitReply(accountId: number, response: ServerResponse): Promise<void> {
      const release = await whileClientStays(response, (signal) =>
        replySlots.acquire(accountId, { signal }),
      ).catch((error: unknown) => Promise.reject(problemIfBusy(error)))
      response.once('close', release)
    },
    /** A whole reply, written as JSON. What it is about is loaded in turn. */
    async json<Kind extends Question['kind']>(
      accountId: number,
      kind: Kind,
      load: () => Promise<Extract<Question, { kind: Kind }>>,
    ): Promise<Uint8Array> {
      const outcome = await inTurn(accountId, kind, async () => ask(accountId, await load()))
      if (outcome.kind !== 'json') throw unanswered(outcome)
      return outcome.json
    },
    /**
     * The page of a component, written as JSON; undefined if there is no such component. What else belongs to the page is
     * found in the same turn, and is a JSON object, too.
     */
    componentPage: (
      accountId: number,
      stored: StoredContents,
      id: string,
      findRest: (name: string) => Promise<string>,
    ): Promise<Uint8Array | undefined> =>
      inTurn(accountId, 'describe component', async () => {
        const outcome = await askOf(accountId, stored, { kind: 'describe component', id })
        if (outcome === undefined) return undefined
        if (outcome.kind !== 'component') throw unanswered(outcome)
        if (outcome.component === undefined) return undefined
        const { name, json } = outcome.component
        return Buffer.concat([json.subarray(0, -1), Buffer.from(`,${(await findRest(name)).slice(1)}`)])
      }),
    /** Undefined if the component has no story of this name. */
    async storyNamed(accountId: number, stored: StoredContents, id: string, name: string) {
      const question = { kind: 'find story', id, name } as const
      const outcome = await inTurn(accountId, question.kind, () => askOf(accountId, stored, question))
      if (outcome === undefined) return undefined
      if (outcome.kind !== 'story') throw unanswered(outcome)
      return outcome.id
    },
    /** Undefined if there is nothing of this kind with this id. */
    async quote(
      accountId: number,
      stored: StoredContents,
      { what, id }: { what: 'component' | 'story' | 'docs'; id: string },
    ) {
      const question = { kind: 'quote', what, id } as const
      const outcome = await inTurn(accountId, question.kind, () => askOf(accountId, stored, question))
      if (outcome === undefined) return undefined
      if (outcome.kind !== 'quoted') throw unanswered(outcome)
      return outcome.quoted
    },
    /** What is compared is loaded in turn. */
    async quoteComparison(
      accountId: number,
      load: () => Promise<Extract<Question, { kind: 'quote comparison' }>>,
    ) {
      const outcome = await inTurn(accountId, 'quote comparison', async () => ask(accountId, await load()))
      if (outcome.kind !== 'quoted' || outcome.quoted === undefined) throw unanswered(outcome)
      return outcome.quoted
    },
  }
}

const versionsOf = (question: Question): string[] =>
  'before' in question
    ? [question.before.version.publicId, question.after.version.publicId]
    : [question.version]

/** What is asked, and about which versions: the thread may well answer other questions about them. */
function keyOf(question: Question): string {
  const asked = 'version' in question ? { ...question, contents: undefined } : question.kind
  return JSON.stringify([versionsOf(question), asked])
}

/** The problem for an error that means there was no free slot; other errors unchanged. */
function problemIfBusy(error: unknown): unknown {
  if (!(error instanceof NoFreeSlot)) return error
  return error.limit === 'account'
    ? new Problem('rate_limited', { retryAfter, cause: error })
    : new Problem('unavailable', {
        detail: 'Many large lists are being read. Try again shortly.',
        retryAfter,
        cause: error,
      })
}

const unanswered = (outcome: ContentsOutcome) =>
  new Error(outcome.kind === 'failed' ? outcome.message : `unexpected outcome: ${outcome.kind}`)
