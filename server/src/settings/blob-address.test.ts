import { join } from 'node:path'

import { pino } from 'pino'
import { describe, expect, test } from 'vitest'

import { openStore } from '../blobs/open-blobs.ts'
import { StartupError } from '../shared/startup-error.ts'
import { azureForTests, s3ForTests, storeKeys } from '../testing/object-stores.ts'
import { readBlobAddress, formatAddress } from './blob-address.ts'
import { readConfig } from './config.ts'

const open = (text: string) =>
  openStore(readBlobAddress(text), {
    setting: 'PLINTH_BLOBS',
    drafts: '/tmp',
    log: pino({ level: 'silent' }),
  })
const withEnvironment = async (changes: Record<string, string>, work: () => Promise<void>) => {
  const before = { ...process.env }
  Object.assign(process.env, changes)
  await work().finally(() => (process.env = before))
}

describe('the address of a store', () => {
  test.each(['file:/var/plinth', 'file:///var/plinth', '/var/plinth'])('%s is a folder', (text) => {
    expect(readBlobAddress(text)).toEqual({ kind: 'file', folder: '/var/plinth' })
  })

  test('a folder may be relative, with the scheme and without', () => {
    for (const text of ['file:data/blobs', 'data/blobs', './data/blobs']) {
      expect(readBlobAddress(text)).toEqual({ kind: 'file', folder: join(process.cwd(), 'data/blobs') })
    }
  })

  test('S3 has a bucket, a prefix and parameters', () => {
    const text = 's3://my-bucket/some/prefix/?endpoint=https://s3.example.com&region=eu-1&forcePathStyle=true'
    expect(readBlobAddress(text)).toEqual({
      kind: 's3',
      bucket: 'my-bucket',
      prefix: 'some/prefix',
      endpoint: 'https://s3.example.com',
      region: 'eu-1',
      forcePathStyle: true,
      profile: undefined,
    })
  })

  test('Azure has a container and an account', () => {
    expect(readBlobAddress('azure://archives?account=contoso')).toMatchObject({
      container: 'archives',
      prefix: '',
      endpoint: 'https://contoso.blob.core.windows.net',
    })
  })

  test.each([
    ['ftp://somewhere', 'must be a folder'],
    ['file:', 'must be followed by a folder'],
    ['s3://', 'must look like'],
    ['s3://Bad_Bucket', 'bucket name is not valid'],
    ['s3://bucket?forcePathStyle=maybe', 'true or false'],
    ['s3://bucket?endpoint=nowhere', 'http:// or https://'],
    ['s3://bucket/a/%2e%2e/b%00', 'prefix'],
    ['azure://container', 'account'],
    ['azure://x?account=contoso', 'container name is not valid'],
    ['azure://container?account=No-Such', 'storage account'],
  ])('%s is refused in words', (text, words) => {
    expect(() => readBlobAddress(text)).toThrow(words)
  })

  test.each([
    's3://AKIAKEY:hunter2@bucket/prefix',
    's3://bucket?secretAccessKey=hunter2',
    's3://bucket?endpoint=https://key:hunter2@s3.example.com',
    'azure://container?account=contoso&sig=hunter2',
    'azure://container?endpoint=https://contoso.blob.core.windows.net?sig=hunter2',
  ])('a secret in it is refused and not repeated (%#)', (text) => {
    const read = () => readConfig({ PLINTH_BLOBS: text })
    expect(read).toThrow(StartupError)
    expect(read).toThrow(/^The setting PLINTH_BLOBS is not valid: (?!.*hunter2)/)
  })

  test('it is formatted without its parameters', () => {
    expect(formatAddress(readBlobAddress('s3://bucket/a?region=eu-1'))).toBe('s3://bucket/a')
    expect(formatAddress(readBlobAddress('azure://archives?account=contoso'))).toBe('azure://archives')
  })
})

describe('startup fails with a clear message if the store cannot be used', () => {
  test('S3: missing bucket, refused keys, no server', async () => {
    const { address } = await s3ForTests()
    await expect(open(address().replace('plinth', 'elsewhere'))).rejects.toThrow(
      'The store s3://elsewhere cannot be used: there is no bucket elsewhere. Check PLINTH_BLOBS.',
    )
    await withEnvironment({ AWS_ACCESS_KEY_ID: 'NOBODY' }, async () => {
      await expect(open(address())).rejects.toThrow(
        /^The store s3:\/\/plinth cannot be used: access is refused/,
      )
    })
    await expect(open(address('', 1))).rejects.toThrow(/cannot be used: it does not answer \(ECONNREFUSED/)
  }, 60_000)

  test('Azure: missing container, refused keys, no server', async () => {
    const { address, port } = await azureForTests()
    await expect(open(address().replace('plinth', 'elsewhere'))).rejects.toThrow(
      'The store azure://elsewhere cannot be used: there is no container elsewhere. Check PLINTH_BLOBS.',
    )
    await withEnvironment({ AZURE_STORAGE_KEY: 'aHVudGVyMg==' }, async () => {
      await expect(open(address())).rejects.toThrow(/cannot be used: access is refused/)
    })
    await expect(open(address('', 1))).rejects.toThrow(/cannot be used: it does not answer \(ECONNREFUSED/)
    await withEnvironment({ AZURE_STORAGE_CONNECTION_STRING: 'hunter2' }, async () => {
      await expect(open(address())).rejects.toThrow(
        'AZURE_STORAGE_CONNECTION_STRING does not hold a valid connection string.',
      )
    })
    const AZURE_STORAGE_CONNECTION_STRING = `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${storeKeys.AZURE_STORAGE_KEY};BlobEndpoint=http://127.0.0.1:${port}/devstoreaccount1`
    await withEnvironment({ AZURE_STORAGE_CONNECTION_STRING }, async () => {
      await expect(open(address())).resolves.toBeDefined()
      await expect(open('azure://plinth?account=contoso')).rejects.toThrow(
        'The connection string in AZURE_STORAGE_CONNECTION_STRING is for another storage account',
      )
    })
  }, 60_000)
})
