import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPaces } from './account-pace.ts'
import type { AccountPace } from './account-pace.ts'
import { fairSlots } from './fair-slots.ts'

const [loud, quiet] = [1, 2]
/** A call that has just arrived. */
const arriving = { kind: 'call', since: Infinity }
const arrivingLong = { kind: 'long', since: Infinity }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Often enough for it to be known what it usually takes. */
function askOften(pace: AccountPace, account: number, kind: string, milliseconds: number) {
  for (let i = 0; i < 5; i++) {
    const end = pace.begin(account, kind)
    vi.advanceTimersByTime(milliseconds)
    end()
  }
}

/** The account asks for so much that little of its time is left. */
function useUp(pace: AccountPace, account: number) {
  askOften(pace, account, 'long', 300)
  vi.advanceTimersByTime(1500)
}

test('an account that asks for much has one thing done at a time while another is there, and any number otherwise', () => {
  const { calls: pace } = openPaces(1)
  useUp(pace, loud)
  const ends = [pace.begin(loud, 'call'), pace.begin(loud, 'call')]
  expect(pace.mustWait(loud)(arrivingLong)).toBe(false)
  pace.begin(quiet, 'call')()
  expect(pace.mustWait(loud)(arrivingLong)).toBe(true)
  expect(pace.mustWait(quiet)(arrivingLong)).toBe(false)
  for (const end of ends) end()
  expect(pace.mustWait(loud)(arrivingLong)).toBe(false)
})

test('an account that asked for little has four short calls in progress while another is there', () => {
  const { calls: pace } = openPaces(1)
  askOften(pace, quiet, 'long', 20)
  pace.begin(loud, 'call')()
  const ends = [1, 2, 3].map(() => pace.begin(quiet, 'call'))
  expect(pace.mustWait(quiet)(arriving)).toBe(false)
  ends.push(pace.begin(quiet, 'call'))
  expect(pace.mustWait(quiet)(arriving)).toBe(true)
  for (const end of ends) end()
  pace.begin(quiet, 'call')
  vi.advanceTimersByTime(90)
  expect(pace.mustWait(quiet)(arrivingLong)).toBe(false)
  vi.advanceTimersByTime(20)
  expect(pace.mustWait(quiet)(arrivingLong)).toBe(true)
})

test('a call that usually takes little takes the place of one that takes long, once', () => {
  const { calls: pace } = openPaces(1)
  useUp(pace, loud)
  pace.begin(quiet, 'call')()
  pace.begin(loud, 'long')
  vi.advanceTimersByTime(90)
  expect(pace.mustWait(loud)(arriving)).toBe(true)
  vi.advanceTimersByTime(20)
  expect(pace.mustWait(loud)(arriving)).toBe(false)
  expect(pace.mustWait(loud)(arrivingLong)).toBe(true)
  pace.begin(loud, 'call')
  vi.advanceTimersByTime(200)
  expect(pace.mustWait(loud)(arriving)).toBe(true)
})

test('short calls without a pause use up what an account saved, but never make it wait', () => {
  const { calls: pace } = openPaces(1)
  const askFor = (seconds: number) => {
    for (let i = 0; i < seconds * 125; i++) {
      const end = pace.begin(loud, 'call')
      vi.advanceTimersByTime(8)
      end()
      if (i % 100 === 0) pace.begin(quiet, 'call')()
      expect(pace.mustWait(loud)(arriving)).toBe(false)
    }
  }
  askFor(5)
  pace.begin(loud, 'call')
  expect(pace.mustWait(loud)(arriving)).toBe(true)
})

test('an account for which nothing was done for five seconds is not there', () => {
  const { calls: pace } = openPaces(1)
  pace.begin(quiet, 'call')()
  askOften(pace, loud, 'long', 20)
  vi.advanceTimersByTime(4700)
  pace.begin(loud, 'long')
  vi.advanceTimersByTime(150)
  expect(pace.mustWait(loud)(arrivingLong)).toBe(true)
  vi.advanceTimersByTime(100)
  expect(pace.mustWait(loud)(arrivingLong)).toBe(false)
})

test('somebody is there until five seconds after the last thing that was done for an account', () => {
  const paces = openPaces(1)
  expect(paces.isAnybodyPresent()).toBe(false)
  paces.background.begin(quiet, 'call')()
  vi.advanceTimersByTime(4900)
  expect(paces.isAnybodyPresent()).toBe(true)
  vi.advanceTimersByTime(200)
  expect(paces.isAnybodyPresent()).toBe(false)
})

test('work in the background does not hold up calls, but waits for itself while others are there', () => {
  const { calls, background } = openPaces(1)
  calls.begin(quiet, 'call')()
  background.begin(loud, 'call')
  expect(calls.mustWait(loud)(arriving)).toBe(false)
  expect(background.mustWait(loud)(arriving)).toBe(true)
})

test('what a call needs further does not wait for the call itself', async () => {
  const { calls: pace } = openPaces(1)
  const limits = { perAccount: 1, waitingPerAccount: 10, waitMs: 60_000, pace }
  const [turns, queries] = [fairSlots({ total: 4, ...limits }), fairSlots({ total: 1, ...limits })]
  pace.begin(quiet, 'call')()
  const steps: string[] = []
  await turns.run(loud, () =>
    pace.within(loud, async () => {
      const release = await queries.acquire(quiet)
      const query = queries.run(loud, async () => void steps.push('queried'))
      await vi.advanceTimersByTimeAsync(0)
      steps.push('released')
      release()
      await query
    }),
  )
  expect(steps).toEqual(['released', 'queried'])
})

test('nor does it wait for questions that wait for it', async () => {
  const { calls: pace } = openPaces(1)
  useUp(pace, loud)
  const limits = { perAccount: 1, waitingPerAccount: 10, waitMs: 60_000, pace }
  const [turns, queries] = [fairSlots({ total: 4, ...limits }), fairSlots({ total: 1, ...limits })]
  pace.begin(quiet, 'call')()
  const steps: string[] = []
  let question: Promise<void> | undefined
  await turns.run(loud, async () => {
    question = queries.run(loud, async () => void steps.push('question'))
    await pace.within(loud, async () => {
      await queries.run(loud, async () => void steps.push('within the call'))
      // The same if it has to wait for another account.
      const release = await queries.acquire(quiet)
      const waiting = queries.run(loud, async () => void steps.push('within the call'))
      release()
      await waiting
    })
  })
  await question
  expect(steps).toEqual(['within the call', 'within the call', 'question'])
})

test('slots of other kinds get their share of an account that is never idle', async () => {
  const { calls: pace } = openPaces(1)
  const limits = { perAccount: 1, waitingPerAccount: 100, waitMs: 60_000, pace }
  const [turns, queries] = [fairSlots({ total: Infinity, ...limits }), fairSlots({ total: 1, ...limits })]
  pace.begin(quiet, 'call')()
  const begun: string[] = []
  const work = (name: string) => async () => void begun.push(name)
  const all = Array.from({ length: 50 }, () => turns.run(loud, work('call')))
  all.push(queries.run(loud, work('query')), queries.run(loud, work('query')))
  // No time passes: nothing is found by looking again.
  await Promise.all(all)
  expect(begun.indexOf('query')).toBeLessThan(5)
  expect(begun.lastIndexOf('query')).toBeLessThan(8)
})

/** Slots while another account is there, and the names of the tasks that have begun. */
function sharedSlots() {
  const { calls: pace } = openPaces(1)
  useUp(pace, loud)
  const slots = fairSlots({ total: 4, perAccount: 3, waitingPerAccount: 10, waitMs: 60_000, pace })
  const begun: string[] = []
  const begin = async (name: string, account: number) => {
    const release = await slots.acquire(account, { kind: 'long' })
    begun.push(name)
    return release
  }
  pace.begin(quiet, 'call')()
  return { begin, begun }
}

test('slots are given to an account one at a time while others are there, who do not wait for it', async () => {
  const { begin, begun } = sharedSlots()
  const first = await begin('first', loud)
  void begin('second', loud)
  await begin('other', quiet)
  await vi.advanceTimersByTimeAsync(50)
  expect(begun).toEqual(['first', 'other'])
  first()
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['first', 'other', 'second'])
})

test('what takes long holds up only what comes right after it', async () => {
  const { begin, begun } = sharedSlots()
  await begin('slow', loud)
  void begin('second', loud)
  void begin('third', loud)
  await vi.advanceTimersByTimeAsync(950)
  expect(begun).toEqual(['slow'])
  await vi.advanceTimersByTimeAsync(200)
  expect(begun).toEqual(['slow', 'second'])
})

/** Time passes while another account is there. */
async function passSeconds(seconds: number, begin: ReturnType<typeof sharedSlots>['begin']) {
  for (let i = 0; i < seconds; i++) {
    await vi.advanceTimersByTimeAsync(1000)
    const release = await begin('other', quiet)
    release()
  }
}

test('what takes long counts: an account has no more than twice as much in progress', async () => {
  const { begin, begun } = sharedSlots()
  const slow = await begin('slow', loud)
  for (const name of ['second', 'third', 'fourth']) void begin(name, loud)
  await passSeconds(5, begin)
  expect(begun.filter((name) => name !== 'other')).toEqual(['slow', 'second'])
  slow()
  // It has used up its time, and gets more of it as time passes.
  await passSeconds(8, begin)
  expect(begun.filter((name) => name !== 'other')).toEqual(['slow', 'second', 'third'])
})

/** How many tasks of a length are done in twenty seconds one after the other, beside another account and then alone. */
async function tasksDone(milliseconds: number) {
  const { begin } = sharedSlots()
  let done = 0
  const keepWorking = async () => {
    for (;;) {
      const release = await begin('work', loud)
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      release()
      done += 1
    }
  }
  for (let i = 0; i < 4; i++) void keepWorking()
  await passSeconds(10, begin)
  const atFirst = done
  await passSeconds(20, begin)
  const beside = done - atFirst
  // The other one is there for five more seconds.
  await vi.advanceTimersByTimeAsync(6000)
  const left = done
  await vi.advanceTimersByTimeAsync(20_000)
  return { beside, alone: done - left }
}

test.each([
  { what: 'little', milliseconds: 8, most: 2500 },
  { what: 'something', milliseconds: 40, most: 102 },
  { what: 'much', milliseconds: 400, most: 17 },
])(
  'an account that never pauses and asks for $what gets its part while another is there, and all of it otherwise',
  async ({ milliseconds, most }) => {
    const { beside, alone } = await tasksDone(milliseconds)
    expect(beside).toBeGreaterThan(most * 0.7)
    expect(beside).toBeLessThanOrEqual(most)
    expect(alone).toBeGreaterThanOrEqual((3 * 20_000) / milliseconds)
  },
)

test('tasks that wait begin once others have left, in their order', async () => {
  const { begin, begun } = sharedSlots()
  await begin('first', loud)
  await vi.advanceTimersByTimeAsync(4900)
  await begin('second', loud)
  void begin('third', loud)
  void begin('fourth', loud)
  await vi.advanceTimersByTimeAsync(250)
  expect(begun).toEqual(['first', 'second', 'third'])
})

/** Beside another account, one owes as much time as it may, because of what it asked for before. */
function whoOwes() {
  const { calls: pace } = openPaces(1)
  const ask = (kind: string, milliseconds: number) => {
    const end = pace.begin(loud, kind)
    vi.advanceTimersByTime(milliseconds)
    end()
  }
  for (let i = 0; i < 10; i++) ask('short', 5)
  for (let i = 0; i < 4; i++) ask('long', 400)
  pace.begin(quiet, 'call')()
  return { pace, ask }
}

test('an account that owes time waits a moment for calls that usually take little', () => {
  const { pace, ask } = whoOwes()
  const since = performance.now()
  vi.advanceTimersByTime(300)
  ask('long', 80)
  expect(pace.mustWait(loud)({ kind: 'short', since })).toBe(true)
  vi.advanceTimersByTime(50)
  for (const kind of ['short', 'never called']) expect(pace.mustWait(loud)({ kind, since })).toBe(false)
  expect(pace.mustWait(loud)({ kind: 'long', since })).toBe(true)
  // It has its place, like all others.
  pace.begin(loud, 'long')
  expect(pace.mustWait(loud)({ kind: 'short', since })).toBe(true)
})

test('a kind of calls that takes long now and then does not go on without a pause', () => {
  const { pace, ask } = whoOwes()
  for (let i = 0; i < 3; i++) for (const milliseconds of [2000, 2, 2]) ask('mixed', milliseconds)
  pace.begin(quiet, 'call')()
  const since = performance.now()
  vi.advanceTimersByTime(450)
  expect(pace.mustWait(loud)({ kind: 'mixed', since })).toBe(true)
})

test('a call of a kind that took long waits until nothing is owed', () => {
  const { pace, ask } = whoOwes()
  const since = performance.now()
  for (let i = 0; i < 5; i++) ask('short', 300)
  expect(pace.mustWait(loud)({ kind: 'short', since })).toBe(true)
  vi.advanceTimersByTime(850)
  expect(pace.mustWait(loud)({ kind: 'short', since })).toBe(false)
})

test('work in the background waits until nothing is owed, however little it takes', () => {
  const { background: pace, calls } = openPaces(1)
  const end = pace.begin(loud, 'call')
  vi.advanceTimersByTime(10_000)
  end()
  calls.begin(quiet, 'call')()
  const since = performance.now()
  vi.advanceTimersByTime(1000)
  expect(pace.mustWait(loud)({ kind: 'call', since })).toBe(true)
})

test('what the main thread does for others meanwhile hardly counts', () => {
  let worked = 0
  const paces = openPaces(1, () => worked)
  const { calls: pace } = paces
  const askBeside = (requests: number) => {
    for (let i = 0; i < 100; i++) {
      const end = pace.begin(loud, 'call')
      vi.advanceTimersByTime(40)
      worked += 40
      for (let n = 0; n < requests; n++) paces.noteAnswer()
      end()
    }
    pace.begin(quiet, 'call')()
    return pace.mustWait(loud)(arriving)
  }
  expect(askBeside(20)).toBe(false)
  expect(askBeside(1)).toBe(true)
})
