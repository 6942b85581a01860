import type { Archives } from '../../blobs/open-blobs.ts'
import type { EmbeddedMarketplace } from '../../embedded/marketplace/embedded-marketplace.ts'
import type { ContentsReader } from '../../features/contents/contents-reader.ts'
import { retryUnsettledOperations } from '../../features/marketplace/settle-operation.ts'
import type { PackBuilder } from '../../features/packs/pack-builder.ts'
import type { PicturePlanner } from '../../features/pictures/picture-planner.ts'
import { applyRetention } from '../../features/retention/apply-retention.ts'
import { sweep, tidyDisk } from '../../features/versions/sweep.ts'
import type { WebhookSender } from '../../features/webhooks/webhook-sender.ts'
import type { Revocations } from '../../identity/revocations.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import { cleanups } from './cleanups.ts'
import { observeDuties } from './observe-duties.ts'
import { observeWebhooks } from './observe-webhooks.ts'
import { oneAtATime, performRegularly, repeat } from './perform-regularly.ts'
import type { Duty, DutyServices } from './perform-regularly.ts'

interface AllDutyServices extends DutyServices {
  blobs: Archives
  contents: ContentsReader
  packBuilder: PackBuilder | undefined
  picturePlanner: PicturePlanner
  revocations: Revocations
  webhooks: WebhookSender
  marketplace: Marketplace
  embeddedMarketplace: EmbeddedMarketplace | undefined
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Starts all background work; returns how to stop it. */
export function startDuties(services: AllDutyServices): () => Promise<void> {
  const {
    backgroundDb,
    blobs,
    contents,
    packBuilder,
    picturePlanner,
    revocations,
    webhooks,
    marketplace,
    embeddedMarketplace,
    log,
  } = services
  const sweeping: Duty = {
    name: 'sweep',
    every: hour,
    // A backup may hold up a sweep for hours; `left` retries it with the next round instead of an hour later.
    work: async (signal) =>
      (await sweep({ db: backgroundDb, blobs, log }, { signal })) ? undefined : 'left',
  }
  // Versions of earlier releases, and those that an instance was reading when it ended.
  const reading: Duty = {
    name: 'read contents',
    every: minute,
    work: (signal) => contents.readUnread(signal),
  }
  const packing: Duty[] = packBuilder
    ? [{ name: 'make packs', every: minute, work: (signal) => packBuilder.makeMissing(signal) }]
    : []
  const duties: Duty[] = [
    // Retries operations that a crash or an outage left unsettled.
    {
      name: 'settle marketplace operations',
      every: 30 * second,
      work: () => retryUnsettledOperations({ db: backgroundDb, marketplace }),
    },
    {
      name: 'apply retention rules',
      every: hour,
      work: async (signal) => {
        const retention = { db: backgroundDb, contents, revocations }
        const { versions, hasMore } = await applyRetention(retention, { signal })
        if (versions > 0) log.info({ versions }, 'retention rules removed versions')
        return hasMore ? 'left' : undefined
      },
    },
    // What an instance was about to plan when it ended, and jobs of cameras that are gone.
    { name: 'plan pictures', every: minute, work: (signal) => picturePlanner.planMissing(signal) },
    // The instance that made a change sends its events; if it is gone, another does.
    { name: 'send webhooks', every: 30 * second, work: async () => webhooks.wake() },
    ...cleanups.map(({ name, run }) => ({ name, every: hour, work: () => run(backgroundDb) })),
  ]
  if (embeddedMarketplace) {
    // The instance that made a sale sends its webhooks; if it is gone, another does.
    const wake = async () => embeddedMarketplace.webhookSender.wake()
    duties.push({ name: 'deliver embedded webhooks', every: 30 * second, work: wake })
  }
  // Each needs two connections, so they run one at a time. Only three take long enough to run beside them.
  const schedule = oneAtATime()
  const stops = [
    repeat(hour, () => tidyOwnDisk(services)),
    observeDuties(services),
    observeWebhooks(services),
    performRegularly(services, sweeping),
    performRegularly(services, reading),
    ...packing.map((duty) => performRegularly(services, duty)),
    ...duties.map((duty) => performRegularly(services, duty, schedule)),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Not a duty: no other instance can reach the drafts and cached copies on this disk. */
async function tidyOwnDisk(services: Pick<AllDutyServices, 'blobs' | 'log'>): Promise<void> {
  try {
    await tidyDisk(services)
  } catch (error) {
    services.log.warn({ err: error }, 'could not tidy this machine’s disk; will retry')
  }
}
