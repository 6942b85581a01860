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

interface Emulator {
  port: number
  stop: () => Promise<void>
}

async function start(script: string, args: string[] = []): Promise<Emulator> {
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
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  afterTestFile(stop)
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('\n')) resolve((JSON.parse(output) as { port: number }).port)
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}`)))
  })
  return { port, stop }
}

export interface StoreForTests {
  /** An address of the store, below a prefix. */
  address: (prefix?: string, port?: number) => string
  port: number
  stop: () => Promise<void>
}

/** An S3; `bare` lacks conditional writes, as some stores do. */
export async function s3ForTests({ bare = false } = {}): Promise<StoreForTests> {
  const emulator = await start('s3.mjs', bare ? ['bare'] : [])
  const address = (prefix = '', port = emulator.port) =>
    `s3://plinth/${prefix}?endpoint=http://127.0.0.1:${port}&forcePathStyle=true`
  return { ...emulator, address }
}

const account = (port: number) => `http://127.0.0.1:${port}/devstoreaccount1`

export async function azureForTests(): Promise<StoreForTests> {
  const emulator = await start('azure.mjs')
  const { BlobServiceClient, StorageSharedKeyCredential } = await import('@azure/storage-blob')
  const key = new StorageSharedKeyCredential('devstoreaccount1', storeKeys.AZURE_STORAGE_KEY)
  await new BlobServiceClient(account(emulator.port), key).createContainer('plinth')
  const address = (prefix = '', port = emulator.port) => `azure://plinth/${prefix}?endpoint=${account(port)}`
  return { ...emulator, address }
}
