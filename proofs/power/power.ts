import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { failpointSetting } from '../crash/hits.ts'
import { maxWaitMs, proveRounds } from '../crash/prove-rounds.ts'
import type { Machine } from '../crash/prove-rounds.ts'
import { embeddedPostgresProcesses, killEmbeddedPostgres, startPortal } from '../portal.ts'
import type { Proof } from '../proof.ts'
import { createDisk, whyNoDisk } from './disk.ts'
import type { Disk } from './disk.ts'

interface Options {
  /** Loaded into the server, to plant a fault. */
  preload?: URL
}

export const powerProof = ({
  preload = new URL('../crash/preload.ts', import.meta.url),
}: Options = {}): Proof => ({
  summary: 'takes the power away while clients change things: what was never synced to the disk is gone',
  rounds: 100,
  async run(run) {
    const reason = await whyNoDisk()
    if (reason) throw new Error(`This proof needs a disk of its own: ${reason}.`)
    const disk = await createDisk(run.folder)
    try {
      return await proveRounds(run, machine(disk, preload), ({ hits }) => ({
        'losses of power': hits.moment + hits.failpoint,
        'of them at a step of publishing': hits.failpoint,
      }))
    } finally {
      // A portal that does not start may leave it running.
      await killEmbeddedPostgres(disk.folder).catch(() => {})
      await disk.remove()
    }
  },
})

const machine = (disk: Disk, preload: URL): Machine => ({
  start: (hit, port) =>
    startPortal(disk.folder, {
      ...(port === undefined ? {} : { port }),
      preload,
      settings: {
        PLINTH_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
        ...failpointSetting(hit, 'SIGSTOP'),
      },
    }),

  async strike(portal, hit) {
    const { child } = portal
    if (hit.kind === 'moment') child.kill('SIGSTOP')
    // Nothing is acknowledged from here on, and nothing written: the copy is of one moment.
    const isStopped = await untilStopped(child.pid)
    for (const pid of await embeddedPostgresProcesses(disk.folder)) process.kill(pid, 'SIGSTOP')
    await disk.losePower(async () => {
      await killEmbeddedPostgres(disk.folder)
      await portal.kill()
    })
    return isStopped
  },
})

async function untilStopped(pid: number | undefined): Promise<boolean> {
  const deadline = Date.now() + maxWaitMs
  while (Date.now() < deadline) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    if (/^State:\s+T/m.test(status)) return true
    await sleep(5)
  }
  return false
}

export const power = powerProof()
