#!/usr/bin/env node
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { assertCanRun, confine } from './browser/confinement.ts'
import { launchBrowser, removeOldProfiles } from './browser/launch-browser.ts'
import { showsOrdinaryPage } from './browser/shows-ordinary-page.ts'
import { CameraError } from './camera-error.ts'
import { environmentOf } from './environment.ts'
import { openPortal } from './portal.ts'
import { runJob } from './run-job.ts'
import { readSettings } from './settings.ts'

/** How long to wait when there is nothing to do, and when the portal does not answer. */
const idleMs = 2000
const unavailableMs = 10_000

/** Browsers inherit it: on the portal's machine, publishing and viewing come first. */
const niceness = 5

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
// Started by a portal, it ends with it.
if (process.send) process.once('disconnect', () => process.exit(0))

/** One line of JSON each, like the portal's log. */
function log(facts: Record<string, unknown>, msg: string) {
  const { err, ...rest } = facts
  const error = err instanceof Error ? { err: { message: err.message, stack: err.stack } } : {}
  console.log(JSON.stringify({ time: Date.now(), name: 'camera', ...rest, ...error, msg }))
}

async function main(): Promise<void> {
  const { portalUrl, token, chromium, concurrency, isContained } = readSettings(process.env)
  setPriority(niceness)
  const confinement = confine(isContained)
  assertCanRun(confinement, chromium)
  removeOldProfiles()
  const browser = await launchBrowser({ chromium, confinement })
  await browser.close()
  const environment = environmentOf(browser.product)
  const portal = openPortal(portalUrl, token)
  process.send?.({ ready: browser.product })
  log({ portal: portalUrl, environment, concurrency }, 'ready')

  async function work() {
    while (!stopping.signal.aborted) {
      const job = await portal.take(environment).catch((error: unknown) => {
        log({ err: error }, 'the portal gave no job')
        return 'unavailable' as const
      })
      if (job === 'unavailable') await pause(unavailableMs)
      else if (job) {
        const end = await runJob(job, { portal, chromium, confinement, log }, stopping.signal)
        if (end === 'stopped') await untilChromiumWorks()
      } else await pause(idleMs)
    }
  }
  /** A camera whose Chromium does not work takes no jobs from those that can do them. */
  async function untilChromiumWorks() {
    for (;;) {
      await pause(unavailableMs)
      if (stopping.signal.aborted || (await showsOrdinaryPage({ chromium, confinement }))) return
      log({ chromium }, 'Chromium does not work: it cannot show an ordinary page')
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

async function pause(milliseconds: number): Promise<void> {
  await sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
}

try {
  await main()
} catch (error) {
  if (!(error instanceof CameraError)) throw error
  process.send?.({ failed: error.message })
  console.error(error.message)
  process.exitCode = 1
}
// The channel to the portal would keep it running.
process.exit()
