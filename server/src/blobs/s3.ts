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
import { defaultSilenceMs, within } from './time-limits.ts'

type S3Address = Extract<BlobAddress, { kind: 's3' }>

/** The longest one part may be on its way, on a slow line that moves all the time. */
const partMs = 180_000
/** Giving up what failed is worth a moment, no more. */
const cleanUpMs = 5_000

/** S3 and what speaks its language. Credentials come by the SDK's own ways: environment, profile, role of the machine. */
export function s3Client(
  address: S3Address,
  { pageSize = 1000, silenceMs = defaultSilenceMs } = {},
): ObjectClient {
  const { bucket: Bucket } = address
  // The socket of a body is silent also where its reader is slow; whoever reads it minds the time.
  const bodies = connect(address, { requestTimeout: silenceMs })
  const s3 = connect(address, { requestTimeout: partMs, socketTimeout: silenceMs })
  /** Whether what stands under this name is what we have just written: an answer may get lost, and the retry is refused. */
  async function isOurs(Key: string, upload: string): Promise<boolean> {
    const { Metadata } = await s3.send(new HeadObjectCommand({ Bucket, Key }), within(silenceMs))
    return Metadata?.['upload'] === upload
  }

  async function putWhole(Key: string, { handle, bytes }: LocalFile, upload: string, signal?: AbortSignal) {
    const Body = await readExactly(handle, Buffer.allocUnsafe(bytes), 0)
    await s3.send(
      new PutObjectCommand({ Bucket, Key, Body, Metadata: { upload }, IfNoneMatch: '*', ...zipType }),
      within(partMs, signal),
    )
  }

  async function putInParts(Key: string, file: LocalFile, upload: string, signal?: AbortSignal) {
    const begun = new CreateMultipartUploadCommand({
      Bucket,
      Key,
      Metadata: { upload },
      ChecksumAlgorithm: 'CRC32',
      ...zipType,
    })
    const { UploadId } = await s3.send(begun, within(silenceMs, signal))
    try {
      const Parts = await sendParts(file, async (Body, PartNumber) => {
        const part = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body })
        const { ETag, ChecksumCRC32 } = await s3.send(part, within(partMs, signal))
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
        within(partMs, signal),
      )
    } catch (error) {
      // What this cannot reach, the sweep finds.
      await s3
        .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), within(cleanUpMs))
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
      await s3.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }), within(silenceMs, signal))
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
        .catch((error: unknown) => Promise.reject(asMissing(error, name)))
      const body = Body as Readable
      if (ContentRange?.startsWith(`bytes ${start}-`)) return body
      body.destroy()
      throw new Error('the store did not send the range it was asked for')
    },

    async size(name) {
      const { ContentLength } = await s3
        .send(new HeadObjectCommand({ Bucket, Key: name }), within(silenceMs))
        .catch((error: unknown) => Promise.reject(asMissing(error, name)))
      if (ContentLength === undefined) throw new Error('the store did not say how large the object is')
      return ContentLength
    },

    async delete(name) {
      await s3.send(new DeleteObjectCommand({ Bucket, Key: name }), within(silenceMs))
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
        // Not every store has this call, and not every role the right to it: then a lifecycle rule does it.
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
  /** Until an answer begins. */
  requestTimeout: number
  /** Without a byte in either direction. */
  socketTimeout?: number
}

function connect({ endpoint, region, forcePathStyle, profile }: S3Address, timeouts: Timeouts): S3Client {
  return new S3Client({
    ...(endpoint ? { endpoint } : {}),
    // Stores other than Amazon's want some region and do not care which.
    ...(region ? { region } : endpoint ? { region: process.env['AWS_REGION'] ?? 'us-east-1' } : {}),
    ...(profile ? { profile } : {}),
    forcePathStyle,
    maxAttempts: 3,
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      ...timeouts,
      throwOnRequestTimeout: true,
      // Slow readers hold a connection each, and must not keep others from theirs.
      httpAgent: { maxSockets: 500 },
      httpsAgent: { maxSockets: 500 },
    },
  })
}

const zipType = { ContentType: 'application/octet-stream' }

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

/** 409 comes where two conditional writes meet. */
const isRefusedAsTaken = (error: unknown) =>
  isNamed(error, 'PreconditionFailed') ||
  isNamed(error, 'ConditionalRequestConflict') ||
  statusOf(error) === 412

function asMissing(error: unknown, name: string): unknown {
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
