import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { watchConnection } from './watch-connection.ts'

let offline: () => void = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (offline = listener))
  vi.stubGlobal('removeEventListener', () => {})
  return () => vi.unstubAllGlobals()
})
afterEach(() => vi.useRealTimers())

function watch(answers: boolean[]) {
  const onLost = vi.fn<() => void>()
  const ping = vi.fn<() => Promise<boolean>>(async () => answers.shift() ?? true)
  return { onLost, ping, connection: watchConnection(onLost, ping) }
}

test('does not ping while there is activity', async () => {
  const { connection, ping, onLost } = watch([])
  for (let second = 0; second < 20; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    connection.reportActivity()
  }
  expect(ping).not.toHaveBeenCalled()
  expect(onLost).not.toHaveBeenCalled()
})

test('pings a slow portal every few seconds, and tolerates one failed ping', async () => {
  const { ping, onLost } = watch([true, false, true, true])
  await vi.advanceTimersByTimeAsync(16_000)
  expect(ping).toHaveBeenCalledTimes(4)
  expect(onLost).not.toHaveBeenCalled()
})

test('reports a lost connection once, after two failed pings', async () => {
  const { ping, onLost } = watch([true, false, false, false, false])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onLost).toHaveBeenCalledOnce()
  expect(ping).toHaveBeenCalledTimes(3)
})

test('pings at once when the browser goes offline', async () => {
  const { onLost } = watch([false, false])
  offline()
  await vi.advanceTimersByTimeAsync(0)
  expect(onLost).toHaveBeenCalledOnce()
})

test('does nothing after stop', async () => {
  const { connection, ping, onLost } = watch([])
  connection.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ping).not.toHaveBeenCalled()
  expect(onLost).not.toHaveBeenCalled()
})

/** Pings stay pending until they are answered, as on a congested connection. */
function watchCongested() {
  const pings: ((answer: boolean) => void)[] = []
  const onLost = vi.fn<() => void>()
  const connection = watchConnection(onLost, () => new Promise((resolve) => pings.push(resolve)))
  const answer = async (succeeds: boolean) => {
    pings.at(-1)?.(succeeds)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { pings, onLost, connection, answer }
}

test.each([1, 2])('progress during ping %i counts as a success, even if the ping fails', async (n) => {
  const { pings, onLost, connection, answer } = watchCongested()
  await vi.advanceTimersByTimeAsync(5000)
  for (let before = 1; before < n; before++) await answer(false)
  connection.reportActivity()
  await answer(false)
  expect(pings).toHaveLength(n)
  expect(onLost).not.toHaveBeenCalled()

  // That progress does not count for the next silence.
  await vi.advanceTimersByTimeAsync(5000)
  await answer(false)
  await answer(false)
  expect(pings).toHaveLength(n + 2)
  expect(onLost).toHaveBeenCalledOnce()
})

test('sends one ping at a time', async () => {
  const { pings, connection } = watchCongested()
  await vi.advanceTimersByTimeAsync(5000)
  offline()
  connection.reportActivity()
  await vi.advanceTimersByTimeAsync(20_000)
  offline()
  expect(pings).toHaveLength(1)
})
