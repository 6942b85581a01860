import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, describe } from 'vitest'

import { readBlobAddress } from '../settings/blob-address.ts'
import type { BlobAddress } from '../settings/blob-address.ts'
import { azureForTests, s3ForTests } from '../testing/object-stores.ts'
import { azureClient } from './azure.ts'
import { archiveKind } from './blob-store.ts'
import { conformance } from './conformance.ts'
import { filesystemBlobs } from './filesystem.ts'
import { objectBlobs } from './object-blobs.ts'
import type { ObjectClient } from './object-client.ts'
import { s3Client } from './s3.ts'

const folder = await mkdtemp(join(tmpdir(), 'plinth-stores-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const log = pino({ level: 'silent' })
const pageSize = 3

function over(client: ObjectClient, prefix: string) {
  return objectBlobs(client, {
    address: 'the store of this test',
    prefix,
    kind: archiveKind,
    drafts: join(folder, 'drafts', prefix),
    log,
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

const s3Address = (text: string) => readBlobAddress(text) as Extract<BlobAddress, { kind: 's3' }>
const azureAddress = (text: string) => readBlobAddress(text) as Extract<BlobAddress, { kind: 'azure' }>

describe('a folder', () => {
  conformance(async () => ({
    open: (prefix) => filesystemBlobs(join(folder, prefix)),
    refusesTakenKeys: true,
  }))
})

describe('S3', () => {
  const s3 = once(() => s3ForTests())
  conformance(async () => {
    const { address } = await s3()
    return {
      open: async (prefix) => over(s3Client(s3Address(address()), { pageSize }), prefix),
      refusesTakenKeys: true,
    }
  })
})

describe('a store that speaks S3 but ignores If-None-Match', () => {
  const s3 = once(() => s3ForTests({ bare: true }))
  conformance(async () => {
    const { address } = await s3()
    return {
      open: async (prefix) => over(s3Client(s3Address(address()), { pageSize }), prefix),
      refusesTakenKeys: false,
    }
  })
})

describe('Azure Blob Storage', () => {
  const azure = once(() => azureForTests())
  conformance(async () => {
    const { address } = await azure()
    return {
      open: async (prefix) => over(await azureClient(azureAddress(address()), { pageSize }), prefix),
      refusesTakenKeys: true,
    }
  })
})
