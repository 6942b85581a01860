import { spawnSync } from 'node:child_process'
import { Agent } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { send } from '../traffic/send.ts'
import type { Outgoing } from '../traffic/send.ts'

export type StormRequest = Omit<Outgoing, 'port' | 'host'>

/** Sends requests until the process is ended, which then prints what was answered: `{"200":12,"429":3}`. */
export function startStorm({ port, host }: { port: number; host: string }) {
  const agent = new Agent({ keepAlive: true })
  const counts: Record<string, number> = {}

  function count(what: string): void {
    // Whoever started this process waits until it has begun.
    if (Object.keys(counts).length === 0) process.stdout.write('begun\n')
    counts[what] = (counts[what] ?? 0) + 1
  }

  process.once('SIGTERM', () => {
    process.stdout.write(JSON.stringify(counts))
    process.exit()
  })

  /** Over and over, whatever the answer; begun at most every so often, so that this process has little to do itself. */
  async function storm(client: number, everyMs: number, outgoing: StormRequest): Promise<never> {
    for (;;) {
      const next = sleep(everyMs)
      await send({ port, host, agent, localAddress: addressOfClient(client), ...outgoing }).then(
        ({ status }) => count(String(status)),
        () => count('unanswered'),
      )
      await next
    }
  }
  return { count, storm }
}

/**
 * Those who misbehave use machines of their own. Here they share one with the portal, so this process runs only while no other
 * wants the core: only its requests disturb others, the work of sending them does not. It sends less while the cores are busy.
 */
export function runLast(): void {
  const { status } = spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(process.pid)])
  // Not on Linux, or not allowed.
  if (status !== 0) setPriority(19)
}

/** Each has a rate limit of its own. */
export const addressOfClient = (client: number) => `127.0.0.${2 + (client % 5)}`
