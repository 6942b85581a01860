// Loaded into the server before its own modules.
import { subscribe } from 'node:diagnostics_channel'
import { isMainThread } from 'node:worker_threads'

import { publishChannel } from '../../server/src/shared/publish-steps.ts'

/** Where the server is hit: `draft synced|3|SIGKILL` is the third time it reaches that step after SIGUSR2. */
const [step, occurrence, signal] = process.env['PROOF_FAILPOINT']?.split('|') ?? []

if (isMainThread && step) {
  let remaining = Number(occurrence)
  let isArmed = false
  process.once('SIGUSR2', () => (isArmed = true))
  subscribe(publishChannel, (message) => {
    if (isArmed && message === step && --remaining === 0) process.kill(process.pid, signal)
  })
}

/** Instances look twice a minute, or once, whether a duty is due. A round has no minute. */
const rarelyMs = new Set<unknown>([30_000, 60_000])
const { setInterval: usualInterval } = globalThis
globalThis.setInterval = (work: () => void, everyMs?: number) =>
  usualInterval(work, rarelyMs.has(everyMs) ? 100 : everyMs)
