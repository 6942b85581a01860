import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { newPublicId } from '../shared/public-id.ts'
import { afterTestFile } from './clean-up.ts'

const testPackages = fileURLToPath(new URL('../../../test-packages', import.meta.url))

/** The emulators' well-known keys. The stores read theirs from the environment, as in production. */
export const storeKeys = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  AZURE_STORAGE_KEY:
    'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
}
Object.assign(process.env, storeKeys)

/** s3rver encrypts its continuation tokens with a cipher that OpenSSL has retired. */
const nodeFlags = ['--openssl-legacy-provider']

const running = new Map<string, Promise<number>>()

/** The port of an emulator. It runs as long as this process, because starting one takes longer than most tests. */
function portOf(script: string, args: string[] = []): Promise<number> {
  const command = [script, ...args].join(' ')
  const port = running.get(command) ?? start(script, args)
  running.set(command, port)
  return port
}

async function start(script: string, args: string[]): Promise<number> {
  if (!existsSync(join(testPackages, 'node_modules/s3rver'))) {
    throw new Error(
      'The object stores for tests are not installed: run npm test once, or npm ci in test-packages/.',
    )
  }
  const folder = await mkdtemp(join(tmpdir(), 'plinth-emulator-'))
  const child = spawn(process.execPath, [...nodeFlags, join(testPackages, script), folder, ...args], {
    // When this process ends, its standard input closes: then it removes its folder and exits.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return new Promise<number>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes('\n')) return
      // It must not keep this process running.
      for (const each of [child, child.stdin as Socket, child.stdout as Socket]) each.unref()
      resolve((JSON.parse(output) as { port: number }).port)
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}`)))
  })
}

let ownPrefix: string | undefined

/** Every test file has prefixes of its own, since others use the same store. */
function prefixOfFile(): string {
  if (ownPrefix === undefined) afterTestFile(() => (ownPrefix = undefined))
  ownPrefix ??= newPublicId()
  return ownPrefix
}

const below = (prefix: string) => (prefix === '' ? '' : `${prefixOfFile()}/${prefix}`)

export interface StoreForTests {
  /** An address of the store, below a prefix of this test file; without one, that of the whole store. */
  address: (prefix?: string, port?: number) => string
  port: number
}

/** An S3; `bare` lacks conditional writes, as some stores do. */
export async function s3ForTests({ bare = false } = {}): Promise<StoreForTests> {
  const port = await portOf('s3.mjs', bare ? ['bare'] : [])
  const address = (prefix = '', via = port) =>
    `s3://plinth/${below(prefix)}?endpoint=http://127.0.0.1:${via}&forcePathStyle=true`
  return { port, address }
}

const account = (port: number) => `http://127.0.0.1:${port}/devstoreaccount1`

export async function azureForTests(): Promise<StoreForTests> {
  const port = await portOf('azure.mjs')
  const { BlobServiceClient, StorageSharedKeyCredential } = await import('@azure/storage-blob')
  const key = new StorageSharedKeyCredential('devstoreaccount1', storeKeys.AZURE_STORAGE_KEY)
  await new BlobServiceClient(account(port), key).getContainerClient('plinth').createIfNotExists()
  const address = (prefix = '', via = port) => `azure://plinth/${below(prefix)}?endpoint=${account(via)}`
  return { port, address }
}
