import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Logger } from 'pino'

import { freeBytes } from '../operations/disk-space.ts'
import { StartupError } from '../shared/startup-error.ts'
import {
  assertKey,
  BlobMissing,
  BlobStoreFull,
  BlobStoreUnavailable,
  BlobTaken,
  isBlobStoreFailure,
  ownerName,
} from './blob-store.ts'
import type { BlobKind, BlobStore } from './blob-store.ts'
import { discardOldFiles } from './discard-old-files.ts'
import { isStoreFull, describeError } from './object-client.ts'
import type { ObjectClient } from './object-client.ts'
import { remoteSource } from './remote-source.ts'
import { defaultIdleTimeoutMs } from './timeouts.ts'

interface ObjectBlobsOptions {
  /** The address as configured, for messages. */
  address: string
  prefix: string
  kind: BlobKind
  /** A local folder for uploads that are not committed yet. */
  drafts: string
  log: Logger
  idleTimeoutMs?: number
}

/** Blobs as objects in a remote store; drafts are local files. */
export function objectBlobs(client: ObjectClient, options: ObjectBlobsOptions): BlobStore {
  const { kind, drafts, log, idleTimeoutMs = defaultIdleTimeoutMs } = options
  const folder = [options.prefix, kind.folder, ''].filter((part, i) => part !== '' || i === 2).join('/')
  const nameOf = (key: string) => {
    assertKey(key)
    return `${folder}${key}${kind.suffix}`
  }
  const ownerObject = [options.prefix, ownerName].filter(Boolean).join('/')

  async function translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw asStoreError(error)
    }
  }

  function asStoreError(error: unknown): unknown {
    if (error instanceof BlobMissing || error instanceof BlobTaken || isBlobStoreFailure(error)) return error
    const failure = describeError(error)
    // Only at debug: the caller logs the error with the request that failed.
    log.debug({ failure, store: options.address }, 'a call to the blob store failed')
    return isStoreFull(error) ? new BlobStoreFull(failure) : new BlobStoreUnavailable(failure)
  }

  async function put(path: string, name: string, signal?: AbortSignal): Promise<void> {
    const handle = await open(path, 'r')
    try {
      const { size: bytes } = await handle.stat()
      await client.put(name, { handle, bytes }, signal)
    } catch (error) {
      signal?.throwIfAborted()
      throw asStoreError(error)
    } finally {
      await handle.close()
    }
  }

  async function newDraft(): Promise<string> {
    // Created each time, in case the folder has been removed.
    await mkdir(drafts, { recursive: true })
    return join(drafts, randomUUID())
  }

  async function owner(): Promise<string | undefined> {
    try {
      const bytes = await translated(() => client.size(ownerObject))
      const source = remoteSource(
        (...range) => client.get(ownerObject, ...range),
        asStoreError,
        idleTimeoutMs,
      )
      return (await source.read(0, bytes)).toString()
    } catch (error) {
      if (error instanceof BlobMissing) return undefined
      throw error
    }
  }

  return {
    probe: (signal) => translated(() => client.probe(signal)),
    draft: newDraft,

    async commit(draft, key, signal) {
      await put(draft, nameOf(key), signal)
      await rm(draft, { force: true })
    },

    discard: (draft) => rm(draft, { force: true }),
    freeForDrafts: () => freeBytes(drafts),

    async open(key) {
      const name = nameOf(key)
      const remote = remoteSource((...range) => client.get(name, ...range), asStoreError, idleTimeoutMs)
      const bytes = await translated(() => client.size(name))
      return { source: remote, bytes, close: async () => {} }
    },

    delete: async (key) => translated(() => client.delete(nameOf(key))),

    async *list() {
      const objects = client.list(folder)[Symbol.asyncIterator]()
      for (;;) {
        const { value, done } = await translated(() => objects.next())
        if (done) return
        const { name, bytes, writtenAt } = value
        if (!name.endsWith(kind.suffix)) continue
        yield { key: name.slice(folder.length, name.length - kind.suffix.length), bytes, writtenAt }
      }
    },

    tidy: (before) => discardOldFiles(drafts, before),
    abortUnfinished: (before) => translated(() => client.abortUnfinished(folder, before)),

    owner,

    async claim(own) {
      const draft = await newDraft()
      try {
        await writeFile(draft, own)
        await put(draft, ownerObject)
      } catch (error) {
        if (!(error instanceof BlobTaken)) throw error
      } finally {
        await rm(draft, { force: true })
      }
    },

    releaseClaim: () => translated(() => client.delete(ownerObject)),
    close: async () => client.close(),
  }
}

/** Writes, reads and deletes a small object, so that a missing permission is reported at startup. */
export async function assertUsable(
  client: ObjectClient,
  { address, prefix, drafts }: Pick<ObjectBlobsOptions, 'address' | 'prefix' | 'drafts'>,
  setting: string,
): Promise<void> {
  const draft = join(drafts, randomUUID())
  const name = [prefix, 'probes', randomUUID()].filter(Boolean).join('/')
  try {
    await client.probe()
    await mkdir(drafts, { recursive: true })
    await writeFile(draft, 'plinth')
    const handle = await open(draft, 'r')
    await client.put(name, { handle, bytes: 6 }).finally(() => handle.close())
    const body = await client.get(name, 0, 6, AbortSignal.timeout(30_000))
    await body.toArray()
    await client.delete(name)
  } catch (error) {
    throw notUsable(client, address, setting, error)
  } finally {
    await rm(draft, { force: true })
  }
}

export async function assertReadable(client: ObjectClient, address: string, setting: string): Promise<void> {
  try {
    await client.probe()
  } catch (error) {
    throw notUsable(client, address, setting, error)
  }
}

function notUsable(client: ObjectClient, address: string, setting: string, error: unknown): StartupError {
  const advice = client.explain(error) ?? `it does not answer (${describeError(error)})`
  return new StartupError(`The store ${address} cannot be used: ${advice}. Check ${setting}.`, {
    cause: new Error(describeError(error)),
  })
}
