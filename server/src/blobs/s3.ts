import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

import { readExactly } from '../archive/file-source.ts'
import type { BlobAddress } from '../settings/blob-address.ts'
import { BlobMissing, BlobTaken } from './blob-store.ts'
import { fitsOnePart, sendParts } from './file-parts.ts'
import type { LocalFile } from './file-parts.ts'
import type { ObjectClient } from './object-client.ts'
import { defaultIdleTimeoutMs, abortAfter } from './timeouts.ts'

type S3Address = Extract<BlobAddress, { kind: 's3' }>

/** The longest one part may take, even if it keeps making progress. */
const partMs = 180_000
/** Cleaning up after a failure must not take long. */
const cleanUpMs = 5_000

/** S3 and compatible stores. The SDK finds the credentials: environment, profile, or role of the machine. */
export function s3Client(
  address: S3Address,
  { pageSize = 1000, idleTimeoutMs = defaultIdleTimeoutMs } = {},
): ObjectClient {
  const { bucket: Bucket } = address
  // A slow reader makes the socket of a body idle too, so remote-source.ts watches the time instead.
  const bodies = connect(address, { requestTimeout: idleTimeoutMs })
  const s3 = connect(address, { requestTimeout: partMs, socketTimeout: idleTimeoutMs })
  /** Whether the object is the one just written: if the response was lost, the retry is refused. */
  async function isOurs(Key: string, upload: string): Promise<boolean> {
    const { Metadata } = await s3.send(new HeadObjectCommand({ Bucket, Key }), abortAfter(idleTimeoutMs))
    return Metadata?.['upload'] === upload
  }

  async function putWhole(Key: string, { handle, bytes }: LocalFile, upload: string, signal?: AbortSignal) {
    const Body = await readExactly(handle, Buffer.allocUnsafe(bytes), 0)
    await s3.send(
      new PutObjectCommand({ Bucket, Key, Body, Metadata: { upload }, IfNoneMatch: '*', ...zipType }),
      abortAfter(partMs, signal),
    )
  }

  async function putInParts(Key: string, file: LocalFile, upload: string, signal?: AbortSignal) {
    const create = new CreateMultipartUploadCommand({
      Bucket,
      Key,
      Metadata: { upload },
      ChecksumAlgorithm: 'CRC32',
      ...zipType,
    })
    const { UploadId } = await s3.send(create, abortAfter(idleTimeoutMs, signal))
    try {
      const Parts = await sendParts(file, async (Body, PartNumber) => {
        const part = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body })
        const { ETag, ChecksumCRC32 } = await s3.send(part, abortAfter(partMs, signal))
        return { ETag, PartNumber, ...(ChecksumCRC32 ? { ChecksumCRC32 } : {}) }
      })
      await s3.send(
        new CompleteMultipartUploadCommand({
          Bucket,
          Key,
          UploadId,
          MultipartUpload: { Parts },
          IfNoneMatch: '*',
        }),
        abortAfter(partMs, signal),
      )
    } catch (error) {
      // If this fails too, the sweep aborts it.
      await s3
        .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), abortAfter(cleanUpMs))
        .catch(() => {})
      throw error
    }
  }

  async function* unfinished(Prefix: string) {
    let markers = {}
    for (;;) {
      const page = await s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }))
      yield* page.Uploads ?? []
      if (!page.IsTruncated) return
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    }
  }

  return {
    async probe(signal) {
      await s3.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }), abortAfter(idleTimeoutMs, signal))
    },

    async put(name, file, signal) {
      const upload = randomUUID()
      try {
        await (fitsOnePart(file)
          ? putWhole(name, file, upload, signal)
          : putInParts(name, file, upload, signal))
      } catch (error) {
        const mayBeThere = isRefusedAsTaken(error) || isNamed(error, 'NoSuchUpload')
        if (!mayBeThere) throw error
        if (await isOurs(name, upload)) return
        throw isRefusedAsTaken(error) ? new BlobTaken(name, { cause: error }) : error
      }
    },

    async get(name, start, end, abortSignal) {
      const Range = `bytes=${start}-${end - 1}`
      const command = new GetObjectCommand({ Bucket, Key: name, Range })
      const { Body, ContentRange } = await bodies
        .send(command, { abortSignal })
        .catch((error: unknown) => Promise.reject(toBlobMissing(error, name)))
      const body = Body as Readable
      if (ContentRange?.startsWith(`bytes ${start}-`)) return body
      body.destroy()
      throw new Error('the store did not send the requested range')
    },

    async size(name) {
      const { ContentLength } = await s3
        .send(new HeadObjectCommand({ Bucket, Key: name }), abortAfter(idleTimeoutMs))
        .catch((error: unknown) => Promise.reject(toBlobMissing(error, name)))
      if (ContentLength === undefined) throw new Error('the store did not send the size of the object')
      return ContentLength
    },

    async delete(name) {
      await s3.send(new DeleteObjectCommand({ Bucket, Key: name }), abortAfter(idleTimeoutMs))
    },

    async *list(Prefix) {
      for await (const page of paginateListObjectsV2({ client: s3, pageSize }, { Bucket, Prefix })) {
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key !== undefined) yield { name: Key, bytes: Size ?? 0, writtenAt: LastModified ?? new Date() }
        }
      }
    },

    async abortUnfinished(Prefix, before) {
      let aborted = 0
      try {
        for await (const { Key, UploadId, Initiated } of unfinished(Prefix)) {
          if (Initiated === undefined || Initiated >= before) continue
          await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
          aborted += 1
        }
      } catch (error) {
        // Not every store supports this, and not every role may do it; a lifecycle rule can do it instead.
        if (!isNamed(error, 'NotImplemented') && !isNamed(error, 'AccessDenied')) throw error
      }
      return aborted
    },

    explain: (error) => explain(error, Bucket),
    close: () => {
      s3.destroy()
      bodies.destroy()
    },
  }
}

interface Timeouts {
  /** Until the response begins. */
  requestTimeout: number
  /** Without a byte in either direction. */
  socketTimeout?: number
}

function connect({ endpoint, region, forcePathStyle, profile }: S3Address, timeouts: Timeouts): S3Client {
  return new S3Client({
    ...(endpoint ? { endpoint } : {}),
    // Stores other than Amazon's need some region, whichever.
    ...(region ? { region } : endpoint ? { region: process.env['AWS_REGION'] ?? 'us-east-1' } : {}),
    ...(profile ? { profile } : {}),
    forcePathStyle,
    maxAttempts: 3,
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      ...timeouts,
      throwOnRequestTimeout: true,
      // Each slow reader occupies a connection, and must not block others.
      httpAgent: { maxSockets: 500 },
      httpsAgent: { maxSockets: 500 },
    },
  })
}

const zipType = { ContentType: 'application/octet-stream' }

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

/** 409 is the answer when two conditional writes collide. */
const isRefusedAsTaken = (error: unknown) =>
  isNamed(error, 'PreconditionFailed') ||
  isNamed(error, 'ConditionalRequestConflict') ||
  statusOf(error) === 412

function toBlobMissing(error: unknown, name: string): unknown {
  return statusOf(error) === 404 && !isNamed(error, 'NoSuchBucket')
    ? new BlobMissing(name, { cause: error })
    : error
}

function explain(error: unknown, bucket: string): string | undefined {
  if (isNamed(error, 'NoSuchBucket')) return `there is no bucket ${bucket}`
  if (isNamed(error, 'CredentialsProviderError')) {
    return 'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role'
  }
  if (error instanceof Error && error.message.includes('Region is missing')) {
    return 'its region is not known: add ?region=… or set AWS_REGION'
  }
  if (isNamed(error, 'PermanentRedirect') || statusOf(error) === 301)
    return 'the bucket is in another region: add ?region=…'
  const status = statusOf(error)
  return status === 401 || status === 403
    ? `access is refused (${(error as Error).name}): it needs ListBucket, GetObject, PutObject and DeleteObject`
    : undefined
}
