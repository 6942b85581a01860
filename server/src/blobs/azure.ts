import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

import {
  BlobServiceClient,
  RestError,
  StorageRetryPolicyType,
  StorageSharedKeyCredential,
} from '@azure/storage-blob'
import type { ContainerListBlobFlatSegmentResponse, StoragePipelineOptions } from '@azure/storage-blob'

import type { BlobAddress } from '../settings/blob-address.ts'
import { StartupError } from '../shared/startup-error.ts'
import { BlobMissing, BlobTaken } from './blob-store.ts'
import { sendParts } from './file-parts.ts'
import type { ObjectClient } from './object-client.ts'
import { defaultIdleTimeoutMs, abortWhenStalled, abortAfter } from './timeouts.ts'

type AzureAddress = Extract<BlobAddress, { kind: 'azure' }>

/** The longest one part may take, even if it keeps making progress. */
const partMs = 180_000

/** Azure Blob Storage. Credentials come from the environment, or from the machine's managed identity. */
export async function azureClient(
  address: AzureAddress,
  // The SDK has no timeout of its own: it would wait forever for a store that sends nothing.
  { pageSize = 1000, idleTimeoutMs = defaultIdleTimeoutMs } = {},
): Promise<ObjectClient> {
  const service = await connect(address)
  const container = service.getContainerClient(address.container)

  async function isOurs(name: string, upload: string): Promise<boolean> {
    const { metadata } = await container.getBlockBlobClient(name).getProperties(abortAfter(idleTimeoutMs))
    return metadata?.['upload'] === upload
  }

  return {
    async probe(signal) {
      await container.listBlobsFlat(abortAfter(idleTimeoutMs, signal)).byPage({ maxPageSize: 1 }).next()
    },

    // Uncommitted blocks are not a blob; the service deletes them after a week.
    async put(name, file, signal) {
      const blob = container.getBlockBlobClient(name)
      const upload = randomUUID()
      const blocks = await sendParts(file, async (part, number) => {
        const id = Buffer.from(`${upload}-${String(number).padStart(5, '0')}`).toString('base64')
        const transactionalContentMD5 = createHash('md5').update(part).digest()
        await abortWhenStalled(
          idleTimeoutMs,
          abortAfter(partMs, signal).abortSignal,
          (abortSignal, onProgress) =>
            blob.stageBlock(id, part, part.length, { abortSignal, onProgress, transactionalContentMD5 }),
        )
        return id
      })
      try {
        await blob.commitBlockList(blocks, {
          ...abortAfter(idleTimeoutMs, signal),
          conditions: { ifNoneMatch: '*' },
          metadata: { upload },
          blobHTTPHeaders: { blobContentType: 'application/octet-stream' },
        })
      } catch (error) {
        // If the response to our own write was lost, the retry is refused.
        if (statusOf(error) !== 409 && statusOf(error) !== 412) throw error
        if (!(await isOurs(name, upload))) throw new BlobTaken(name, { cause: error })
      }
    },

    async get(name, start, end, abortSignal) {
      const { readableStreamBody, contentRange } = await container
        .getBlobClient(name)
        .download(start, end - start, { abortSignal, maxRetryRequests: 0 })
        .catch((error: unknown) => Promise.reject(toBlobMissing(error, name)))
      const body = readableStreamBody as Readable
      if (contentRange?.startsWith(`bytes ${start}-`)) return body
      body.destroy()
      throw new Error('the store did not send the requested range')
    },

    async size(name) {
      const { contentLength } = await container
        .getBlobClient(name)
        .getProperties(abortAfter(idleTimeoutMs))
        .catch((error: unknown) => Promise.reject(toBlobMissing(error, name)))
      if (contentLength === undefined) throw new Error('the store did not send the size of the object')
      return contentLength
    },

    async delete(name) {
      await container
        .getBlobClient(name)
        .deleteIfExists({ ...abortAfter(idleTimeoutMs), deleteSnapshots: 'include' })
    },

    async *list(prefix) {
      let continuationToken: string | undefined
      do {
        const page = await container
          .listBlobsFlat({ ...abortAfter(idleTimeoutMs), prefix })
          .byPage({ maxPageSize: pageSize, ...(continuationToken ? { continuationToken } : {}) })
          .next()
        const { segment, continuationToken: next } = page.value as ContainerListBlobFlatSegmentResponse
        for (const { name, properties } of segment.blobItems) {
          yield { name, bytes: properties.contentLength ?? 0, writtenAt: properties.lastModified }
        }
        continuationToken = next
      } while (continuationToken)
    },

    abortUnfinished: async () => 0,
    explain: (error) => explain(error, address.container),
    close: () => {},
  }
}

async function connect({ endpoint, connectionStringFrom }: AzureAddress): Promise<BlobServiceClient> {
  const options = {
    retryOptions: {
      retryPolicyType: StorageRetryPolicyType.EXPONENTIAL,
      maxTries: 3,
      tryTimeoutInMs: 60_000,
      retryDelayInMs: 200,
      maxRetryDelayInMs: 2_000,
    },
  }
  const named = connectionStringFrom ?? 'AZURE_STORAGE_CONNECTION_STRING'
  const connectionString = process.env[named]
  if (connectionStringFrom && !connectionString) {
    throw new StartupError(`The environment variable ${connectionStringFrom} holds no connection string.`)
  }
  if (connectionString) {
    const service = readConnectionString(connectionString, named, options)
    if (accountUrlOf(service.url) !== accountUrlOf(endpoint)) {
      throw new StartupError(
        `The connection string in ${named} is for another storage account than the address of the store.`,
      )
    }
    return service
  }
  const account = process.env['AZURE_STORAGE_ACCOUNT'] ?? accountOf(endpoint)
  const key = process.env['AZURE_STORAGE_KEY']
  if (key) return new BlobServiceClient(endpoint, new StorageSharedKeyCredential(account, key), options)
  const { DefaultAzureCredential } = await import('@azure/identity')
  return new BlobServiceClient(endpoint, new DefaultAzureCredential(), options)
}

function readConnectionString(
  text: string,
  named: string,
  options: StoragePipelineOptions,
): BlobServiceClient {
  try {
    return BlobServiceClient.fromConnectionString(text, options)
  } catch {
    throw new StartupError(`${named} does not hold a valid connection string.`)
  }
}

/** Host and path identify an account; a query may hold a signature. */
function accountUrlOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname.replace(/\/$/, '')
}

/** The first label of the host, or the first part of the path where the host is an address. */
function accountOf(endpoint: string): string {
  const { hostname, pathname } = new URL(endpoint)
  return pathname.split('/').find(Boolean) ?? hostname.split('.')[0] ?? ''
}

const statusOf = (error: unknown) => (error instanceof RestError ? error.statusCode : undefined)

function toBlobMissing(error: unknown, name: string): unknown {
  const isMissing = statusOf(error) === 404 && (error as RestError).code !== 'ContainerNotFound'
  return isMissing ? new BlobMissing(name, { cause: error }) : error
}

function explain(error: unknown, container: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as RestError
  if (code === 'ContainerNotFound') return `there is no container ${container}`
  if (error.name === 'CredentialUnavailableError' || error.name === 'AggregateAuthenticationError') {
    return 'there are no credentials: set AZURE_STORAGE_KEY or AZURE_STORAGE_CONNECTION_STRING, or give this machine an identity'
  }
  const status = statusOf(error)
  return status === 401 || status === 403
    ? `access is refused (${code ?? status}): it needs the role Storage Blob Data Contributor`
    : undefined
}
