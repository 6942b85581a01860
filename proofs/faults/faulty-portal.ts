import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { pino } from 'pino'

import type { BlobStore } from '../../server/src/blobs/blob-store.ts'
import { openStore } from '../../server/src/blobs/open-blobs.ts'
import { readBlobAddress } from '../../server/src/settings/blob-address.ts'
import { databaseProxy } from '../../server/src/testing/database-proxy.ts'
import type { DatabaseProxy } from '../../server/src/testing/database-proxy.ts'
import { azureForTests, s3ForTests, storeKeys } from '../../server/src/testing/object-stores.ts'
import { storeProxy } from '../../server/src/testing/store-proxy.ts'
import { openInside, startPortal } from '../portal.ts'
import type { Inside, RunningPortal } from '../portal.ts'
import type { Injected } from './injected.ts'
import type { DatabaseTrouble, Fault, StoreKind } from './kinds.ts'
import { openLogTail } from './log-tail.ts'
import type { LogTail } from './log-tail.ts'
import { openSmallDisk } from './small-disk.ts'

/** A portal whose process, disk, store and database can be disturbed, and what is really stored below it. */
export interface FaultyPortal {
  storeKind: StoreKind
  portal: RunningPortal
  /** The portal's database and its archives, past all faults. */
  inside: Inside
  archives: BlobStore
  log: LogTail
  /** Whether the disk can really be filled. */
  hasSmallDisk: boolean
  begin(fault: Fault): Promise<void>
  /** Everything works again. */
  end(fault: Fault): Promise<void>
  close(): Promise<void>
}

const preload = new URL('./preload.ts', import.meta.url)

/** The portal's own default for the database. */
const timeoutSeconds = '5'

const stores = { S3: s3ForTests, Azure: azureForTests }

export async function startFaultyPortal(
  folder: string,
  storeKind: StoreKind,
  databaseUrl: string,
): Promise<FaultyPortal> {
  const data = join(folder, 'data')
  await mkdir(data, { recursive: true })
  const disk = await openSmallDisk(data)
  const control = join(folder, 'control.json')
  const inject = async (injected: Injected) => {
    await writeFile(`${control}.new`, JSON.stringify(injected))
    await rename(`${control}.new`, control)
  }
  await inject({})
  const database = await databaseProxy(databaseUrl)
  const store = storeKind === 'files' ? undefined : await remoteStore(storeKind)
  const starting = startPortal(folder, {
    preload,
    settings: {
      ...storeKeys,
      FAULTS_CONTROL: control,
      FAULTS_FOLDER: data,
      DATABASE_URL: database.url,
      PLINTH_DATABASE_TIMEOUT: timeoutSeconds,
      PLINTH_BLOBS_TIMEOUT: timeoutSeconds,
      // A full disk is to be noticed while writing, not only before.
      PLINTH_DISK_RESERVE: '0',
      PLINTH_UPLOADS_PER_ACCOUNT: '15',
      // Files are read from the archive each time.
      PLINTH_FILE_MEMORY: '0',
      PLINTH_DRAIN_SECONDS: '0',
      ...(store ? { PLINTH_BLOBS: store.addressOfPortal } : {}),
    },
  })
  // Otherwise the folder could not be removed.
  const portal = await starting.catch(async (error: unknown) => {
    await disk?.close()
    throw error
  })
  const inside = openInside({ ...portal, databaseUrl })
  const archives = await openStore(readBlobAddress(store?.address ?? `file:${join(data, 'blobs')}`), {
    setting: 'the store of the proof',
    isWritten: false,
    drafts: join(folder, 'drafts'),
    log: pino({ level: 'silent' }),
  })
  return {
    storeKind,
    portal,
    inside,
    archives,
    log: openLogTail(join(folder, 'portal.log')),
    hasSmallDisk: disk !== undefined,
    async begin(fault) {
      if (fault.below === 'process') await inject(fault.injected)
      else if (fault.below === 'disk') await disk?.fill()
      else if (fault.below === 'store') store?.proxy.simulate(fault.trouble)
      else await disturb(database, fault.trouble)
    },
    async end(fault) {
      if (fault.below === 'process') await inject(fault.injected.forgets ? fault.injected : {})
      else if (fault.below === 'disk') await disk?.free()
      else if (fault.below === 'store') store?.proxy.simulate('none')
      else await relieve(database, fault.trouble)
    },
    async close() {
      await portal.stop()
      await inside.close()
      await archives.close()
      await database.close()
      store?.proxy.close()
      await disk?.close()
    },
  }
}

async function remoteStore(kind: Exclude<StoreKind, 'files'>) {
  const emulator = await stores[kind]()
  const proxy = await storeProxy(emulator.port)
  const prefix = `faults-${process.pid}-${Date.now()}`
  return {
    proxy,
    address: emulator.address(prefix),
    addressOfPortal: emulator.address(prefix, proxy.port),
  }
}

async function disturb(database: DatabaseProxy, trouble: DatabaseTrouble): Promise<void> {
  const begin: Record<DatabaseTrouble, () => unknown> = {
    refused: () => database.cut(),
    'connections dropped': () => database.restore(),
    'dropped before COMMIT': () => database.breakAtCommit('before'),
    'dropped after COMMIT': () => database.breakAtCommit('after'),
    hung: () => database.stall(),
    'hung, then lost': () => database.stall(),
    'connections forgotten': () => database.stallConnections(),
  }
  await begin[trouble]()
}

async function relieve(database: DatabaseProxy, trouble: DatabaseTrouble): Promise<void> {
  if (trouble === 'refused' || trouble === 'hung, then lost') await database.restore()
  // Forgotten connections stay so; the portal has to notice.
  else if (trouble !== 'connections forgotten') database.resume()
}
