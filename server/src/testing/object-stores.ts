import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterTestFile } from './clean-up.ts'

const emulators = fileURLToPath(new URL('../../../emulators', import.meta.url))

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

/** The port of an emulator, which all tests of a file share: they use it under different prefixes. */
function portOf(script: string, args: string[] = []): Promise<number> {
  const command = [script, ...args].join(' ')
  const port = running.get(command) ?? start(script, args)
  running.set(command, port)
  return port
}

async function start(script: string, args: string[]): Promise<number> {
  if (!existsSync(join(emulators, 'node_modules/s3rver'))) {
    throw new Error(
      'The object stores for tests are not installed: run npm test once, or npm ci in emulators/.',
    )
  }
  const folder = await mkdtemp(join(tmpdir(), 'plinth-emulator-'))
  const child = spawn(process.execPath, [...nodeFlags, join(emulators, script), folder, ...args], {
    // The emulator exits when its standard input closes, so it never outlives this process.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  afterTestFile(async () => {
    running.clear()
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  return new Promise<number>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('\n')) resolve((JSON.parse(output) as { port: number }).port)
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}`)))
  })
}

export interface StoreForTests {
  /** An address of the store, below a prefix. */
  address: (prefix?: string, port?: number) => string
  port: number
}

/** An S3; `bare` lacks conditional writes, as some stores do. */
export async function s3ForTests({ bare = false } = {}): Promise<StoreForTests> {
  const port = await portOf('s3.mjs', bare ? ['bare'] : [])
  const address = (prefix = '', via = port) =>
    `s3://plinth/${prefix}?endpoint=http://127.0.0.1:${via}&forcePathStyle=true`
  return { port, address }
}

const account = (port: number) => `http://127.0.0.1:${port}/devstoreaccount1`

export async function azureForTests(): Promise<StoreForTests> {
  const port = await portOf('azure.mjs')
  const { BlobServiceClient, StorageSharedKeyCredential } = await import('@azure/storage-blob')
  const key = new StorageSharedKeyCredential('devstoreaccount1', storeKeys.AZURE_STORAGE_KEY)
  await new BlobServiceClient(account(port), key).getContainerClient('plinth').createIfNotExists()
  const address = (prefix = '', via = port) => `azure://plinth/${prefix}?endpoint=${account(via)}`
  return { port, address }
}
