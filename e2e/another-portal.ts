import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '../server/src/embedded/postgres/free-port.ts'
import { runScript, serverMain, stopProcess, untilReady } from '../server/src/testing/portal-process.ts'
import { databaseUrl } from './teams.ts'
import { data } from './where.ts'

export interface AnotherPortal {
  port: number
  stop(): Promise<void>
}

/** Another instance of the portal under test: with the same accounts and storybooks, under addresses of its own. */
export async function anotherPortal(
  settings: (port: number) => Record<string, string>,
): Promise<AnotherPortal> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'plinth-another-'))
  const running = runScript(serverMain, {
    env: {
      PORT: String(port),
      DATABASE_URL: await databaseUrl(),
      PLINTH_DATA: folder,
      PLINTH_BLOBS: `file:${join(data, 'blobs')}`,
      PLINTH_LOG_FILE: join(folder, 'plinth.log'),
      PLINTH_DRAIN_SECONDS: '0',
      PLINTH_DEMO: 'false',
      PLINTH_CAMERA: 'false',
      PLINTH_BROTLI: 'false',
      ...settings(port),
    },
  })
  const stop = async () => {
    await stopProcess(running.child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // The other loopback name may be its viewer's.
    await untilReady(running, port, 'localhost')
  } catch (error) {
    await stop()
    throw error
  }
  return { port, stop }
}
