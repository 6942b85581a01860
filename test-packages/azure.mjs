// `node azure.mjs <folder>`: Azurite's blob service on a free loopback port, until standard input closes.
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import configuration from 'azurite/dist/src/blob/BlobConfiguration.js'
import service from 'azurite/dist/src/blob/BlobServer.js'

const [folder] = process.argv.slice(2)
const { default: BlobConfiguration } = configuration
const { default: BlobServer } = service

const server = new BlobServer(
  new BlobConfiguration(
    '127.0.0.1',
    0,
    5,
    join(folder, 'blobs.json'),
    join(folder, 'extents.json'),
    [{ locationId: 'Default', locationPath: join(folder, 'extents'), maxConcurrency: 10 }],
    false,
    undefined,
    false,
    undefined,
    false,
    true,
  ),
)
await server.start()
process.stdout.write(`${JSON.stringify({ port: server.httpServer.address().port })}\n`)
process.stdin.resume().once('end', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit()
})
