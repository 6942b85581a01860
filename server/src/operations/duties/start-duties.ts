import type { Logger } from 'pino'

import type { Archives } from '../../blobs/open-blobs.ts'
import type { Database } from '../../database/connect.ts'
import { deleteExpiredRecords } from '../../embedded/identity/records.ts'
import type { EmbeddedMarketplace } from '../../embedded/marketplace/embedded-marketplace.ts'
import { settleLeftovers } from '../../features/marketplace/settle-operation.ts'
import { sweep, tidyDisk } from '../../features/versions/sweep.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { observeDuties } from './observe-duties.ts'
import { inTurn, performRegularly, regularly } from './perform-regularly.ts'
import type { Duty } from './perform-regularly.ts'

const second = 1000
const hour = 60 * 60 * second

interface DutyServices {
  backgroundDb: Database
  blobs: Archives
  marketplace: Marketplace
  embeddedIdentity: object | undefined
  embeddedMarketplace: EmbeddedMarketplace | undefined
  metrics: Metrics
  log: Logger
}

/** Starts the background jobs, and returns a function that stops them. */
export function startDuties(services: DutyServices): () => Promise<void> {
  const { backgroundDb, embeddedIdentity, embeddedMarketplace } = services
  const unhurried = { ...services, db: backgroundDb }
  const sweeping: Duty = {
    name: 'sweep',
    every: hour,
    // A backup may take hours, and what it kept from being swept does not wait another hour after it.
    work: async (signal) => ((await sweep(unhurried, { signal })) ? undefined : 'left'),
  }
  const duties: Duty[] = [
    // What a crash or an outage left unsettled is taken up again.
    { name: 'settle marketplace operations', every: 30 * second, work: () => settleLeftovers(unhurried) },
  ]
  if (embeddedIdentity) {
    duties.push({
      name: 'forget expired sign-ins',
      every: hour,
      work: () => deleteExpiredRecords(backgroundDb),
    })
  }
  if (embeddedMarketplace) {
    // Whoever sold something delivers what is to be said about it; if that instance is gone, another does.
    const wake = async () => embeddedMarketplace.webhookSender.wake()
    duties.push({ name: 'deliver embedded webhooks', every: 30 * second, work: wake })
  }
  // Each holds a connection and works over another. Only sweeping takes long enough for others not to wait for it.
  const turn = inTurn()
  const stops = [
    regularly(hour, () => tidyOwnDisk(services)),
    observeDuties(services),
    performRegularly(services, sweeping),
    ...duties.map((duty) => performRegularly(services, duty, turn)),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Its drafts and copies no other instance can reach. */
async function tidyOwnDisk(services: { blobs: Archives; log: Logger }): Promise<void> {
  try {
    await tidyDisk(services)
  } catch (error) {
    services.log.warn({ err: error }, 'this machine was not tidied up; it is tried again')
  }
}
