import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '../random.ts'
import type { Send } from './send.ts'
import type { Action } from './visitor.ts'

/** One of the things that are done over and over at once. */
export interface Task {
  kind: string
  action: Action
  /** How long to wait after each time. */
  pauseMs?: number
}

export interface Done {
  kind: string
  milliseconds: number
  /** Why it failed, if it did. */
  error?: Error
}

/** Does all tasks over and over, each after itself; the function that is returned waits until all have ended. */
export function keepDoing(
  tasks: readonly Task[],
  { random, send, onDone }: { random: Random; send: Send; onDone: (done: Done) => void },
): () => Promise<void> {
  const stopping = new AbortController()
  const loops = tasks.map(async ({ kind, action, pauseMs = 20 }, i) => {
    const choices = random.branch(`${kind} ${i}`)
    while (!stopping.signal.aborted) {
      onDone(await doOnce({ kind, action }, send))
      await sleep(pauseMs * (0.5 + choices.fraction()))
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

export async function doOnce({ kind, action }: Task, send: Send): Promise<Done> {
  const started = performance.now()
  const error = await action(send).then(
    () => undefined,
    (reason: unknown) => reason as Error,
  )
  return { kind, milliseconds: performance.now() - started, ...(error ? { error } : {}) }
}

interface Arrivals {
  perSecond: number
  /** Further ones stay away, as connections are limited everywhere. */
  maxOpen: number
}

const ticksPerSecond = 20

/** Begins tasks at this rate, however long they take; the function that is returned waits until all have ended. */
export function keepArriving(
  tasks: readonly Task[],
  { perSecond, maxOpen }: Arrivals,
  { random, send, onDone }: { random: Random; send: Send; onDone: (done: Done) => void },
): () => Promise<void> {
  const open = new Set<Promise<Done>>()
  const begin = async () => {
    const doing = doOnce(random.pick(tasks), send)
    open.add(doing)
    onDone(await doing)
    open.delete(doing)
  }
  const arriving = setInterval(() => {
    const room = maxOpen - open.size
    for (let i = 0; i < Math.min(perSecond / ticksPerSecond, room); i++) void begin()
  }, 1000 / ticksPerSecond)
  return async () => {
    clearInterval(arriving)
    await Promise.all(open)
  }
}
