import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'
import type { Logger } from 'pino'

import type { PortalServices } from './app/app.ts'
import { verifyPool } from './archive/verify-pool.ts'
import { measuredStore } from './blobs/measured-store.ts'
import { openBlobs } from './blobs/open-blobs.ts'
import { connect, databasesOn, openPool } from './database/connect.ts'
import type { Database } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { findRequestRole } from './database/request-role.ts'
import { isSameDatabase } from './database/same-database.ts'
import { openEmbeddedIdentity } from './embedded/identity/embedded-identity.ts'
import { openEmbeddedMarketplace } from './embedded/marketplace/embedded-marketplace.ts'
import { startEmbeddedPostgres } from './embedded/postgres/embedded-postgres.ts'
import { administratorCheck } from './features/administration/is-administrator.ts'
import { openAuthorizationServer } from './features/connected-agents/authorization-server.ts'
import { openContentsReader } from './features/contents/contents-reader.ts'
import { openPackBuilder } from './features/packs/pack-builder.ts'
import type { PackBuilder } from './features/packs/pack-builder.ts'
import { findRecordedPack } from './features/packs/store.ts'
import { cameraTokens } from './features/pictures/camera-tokens.ts'
import { openPicturePlanner } from './features/pictures/picture-planner.ts'
import type { PicturePlanner } from './features/pictures/picture-planner.ts'
import { findRecordedPicture } from './features/pictures/pictures-store.ts'
import { openUploadRoom } from './features/storage/upload-room.ts'
import { claimStores } from './features/versions/claim-stores.ts'
import { findRecordedArchive } from './features/versions/store.ts'
import { startWebhookSender } from './features/webhooks/webhook-sender.ts'
import { entraIdentity } from './identity/entra-id.ts'
import { openRevocations } from './identity/revocations.ts'
import { openSigningKeys } from './identity/signing-keys.ts'
import { openMarketplace } from './marketplace/marketplace.ts'
import { observeDisks } from './operations/disk-space.ts'
import { openMetrics } from './operations/metrics/metrics.ts'
import { observeQueues } from './operations/metrics/observe-queues.ts'
import { restrictDataFolder } from './operations/private-files.ts'
import type { Config } from './settings/config.ts'
import { openPaces } from './shared/account-pace.ts'
import { reasonOf, StartupError } from './shared/startup-error.ts'
import { openViewer } from './viewer/viewer.ts'

export interface Services extends PortalServices {
  /** For background work, which may take longer than a request. */
  backgroundDb: Database
  /** Undefined if it is turned off. */
  packBuilder: PackBuilder | undefined
  picturePlanner: PicturePlanner
}

export interface OpenServices extends Services {
  /** Settles when something the portal cannot run without has ended. */
  lost: Promise<void>
  close(): Promise<void>
  /** Kills child processes that would outlive this one, when there is no time left to close. */
  abandon(): void
}

/**
 * Sweeping, reading contents, making packs and one other duty run at the same time: each uses a connection for its row
 * and one for its work, sweeping another for its lock. One more is for the versions that are read right after publishing,
 * and one for webhooks.
 */
const backgroundConnections = 11

/** Opens everything the configuration needs, in order; `onStep` is called as each step begins. */
export async function openServices(
  config: Config,
  log: Logger,
  onStep: (step: string) => void = () => {},
): Promise<OpenServices> {
  await createDataFolder(config.dataFolder)
  if (!config.databaseUrl) onStep('Starting PostgreSQL')
  const postgres = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(join(config.dataFolder, 'postgres'))
  const url = config.databaseUrl ?? postgres?.url ?? ''
  const directUrl = config.database.directUrl ?? url
  const metrics = openMetrics()
  const { poolSize, timeoutMs } = config.database
  const pool = openPool(url, log, { size: poolSize, timeoutMs })
  const { db, openRequestDb } = databasesOn(pool, timeoutMs)
  const backgroundDb = connect(directUrl, log, { size: backgroundConnections })
  const opened: { close(): Promise<void> }[] = []
  const close = async () => {
    try {
      for (const each of opened.toReversed()) await each.close()
      await db.destroy()
      await backgroundDb.destroy()
    } finally {
      await postgres?.stop()
    }
  }
  try {
    onStep('Preparing the database')
    await assertReachable(db, 'DATABASE_URL')
    if (config.database.directUrl !== undefined) await assertSameDatabase(db, backgroundDb)
    const { applied, unknown } = await migrate(backgroundDb)
    if (applied.length > 0) log.info({ applied }, 'the database was migrated')
    if (unknown.length > 0) log.warn({ unknown }, 'the database was migrated by a newer release')
    const requestDb = openRequestDb(await findRequestRole(db, log))
    const copies = {
      recorded: async (key: string) =>
        (await findRecordedArchive(db, key)) ??
        (await findRecordedPack(db, key)) ??
        (await findRecordedPicture(db, key)),
      counters: metrics.cache('local copies'),
    }
    const blobs = await openBlobs(config, log, copies, { measured: (store) => measuredStore(store, metrics) })
    opened.push(blobs)
    await claimStores(db, blobs.stores)
    const revocations = openRevocations({
      db,
      directUrl,
      isDirectUrlSet: config.database.directUrl !== undefined,
      log,
    })
    opened.push(revocations)
    const signingKeys = openSigningKeys({ db, revocations, log })
    opened.push(signingKeys)
    const embeddedIdentity = config.identity.authority
      ? undefined
      : await openEmbeddedIdentity(config, db, signingKeys, log)
    const identity = embeddedIdentity ?? (await entraIdentity(config))
    const authorizationServer = await openAuthorizationServer(config, db, signingKeys, log)
    const embeddedMarketplace = config.marketplace?.isEmbedded
      ? await openEmbeddedMarketplace(config, config.marketplace, db, signingKeys, log)
      : undefined
    const marketplace = openMarketplace(config, embeddedMarketplace?.trust)
    const paces = openPaces()
    const viewer = await openViewer({ config, db, signingKeys, blobs, metrics, log, paces })
    observeQueues(metrics.registry, {
      databasePool: pool,
      verificationLoad: () => verifyPool.load(),
      isListeningForRevocations: () => revocations.isListening(),
    })
    const stopObserving = observeDisks(metrics.registry, disksOf(config))
    const tracer =
      config.tracing && (await import('./operations/tracing/otlp.ts')).openTracer(config.tracing, log)
    const picturePlanner = openPicturePlanner({ db: backgroundDb, log })
    const contents = openContentsReader({
      db: backgroundDb,
      blobs,
      config,
      metrics,
      log,
      pace: paces.background,
      onRead: () => picturePlanner.planSoon(),
    })
    const packBuilder = config.makesPacks
      ? openPackBuilder({
          db: backgroundDb,
          blobs,
          config,
          metrics,
          log,
          paces,
          onMade: () => viewer.archives.findPacks(),
        })
      : undefined
    const webhooks = startWebhookSender({ db: backgroundDb, config, metrics, log })
    const lost = postgres?.lost ?? new Promise<void>(() => {})
    const closeAll = async () => {
      stopObserving()
      try {
        await contents.close()
        await picturePlanner.close()
        await webhooks.close()
        viewer.archives.close()
        await tracer?.close()
        await embeddedMarketplace?.webhookSender.close()
      } finally {
        await close()
      }
    }
    return {
      config,
      db,
      requestDb,
      backgroundDb,
      blobs,
      identity,
      isAdministrator: administratorCheck(config.admins, log),
      embeddedIdentity,
      authorizationServer,
      marketplace,
      embeddedMarketplace,
      viewer,
      contents,
      paces,
      packBuilder,
      picturePlanner,
      webhooks,
      cameraTokens: cameraTokens(config.camera.token),
      revocations,
      metrics,
      uploadRoom: openUploadRoom(db, config),
      tracer,
      lifecycle: { isDraining: false },
      log,
      lost,
      close: closeAll,
      abandon: () => postgres?.kill(),
    }
  } catch (error) {
    await close()
    throw error
  }
}

const disksOf = ({ dataFolder, blobs, cache }: Config) => ({
  data: dataFolder,
  cache: cache.folder,
  ...(blobs.kind === 'file' ? { blobs: blobs.folder } : {}),
})

async function createDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw notWritable(folder, cause)
  }
  await probeWritable(folder)
  restrictDataFolder(folder)
}

async function probeWritable(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`)
  try {
    await mkdir(probe)
    await rm(probe, { recursive: true })
  } catch (cause) {
    throw notWritable(folder, cause)
  }
}

const notWritable = (folder: string, cause: unknown) =>
  new StartupError(`The data folder ${folder} is not writable. Give this user access, or set PLINTH_DATA.`, {
    cause,
  })

async function assertReachable(db: Database, setting: string): Promise<void> {
  try {
    await sql`SELECT 1`.execute(db)
  } catch (cause) {
    throw new StartupError(`The database at ${setting} does not answer: ${reasonOf(cause)}.`, { cause })
  }
}

/** Otherwise migrations and notifications would go to another database than requests. */
async function assertSameDatabase(db: Database, direct: Database): Promise<void> {
  await assertReachable(direct, 'PLINTH_DATABASE_DIRECT_URL')
  if (await isSameDatabase(db, direct)) return
  throw new StartupError(
    'PLINTH_DATABASE_DIRECT_URL leads to another database than DATABASE_URL. It must lead to the same one.',
  )
}
