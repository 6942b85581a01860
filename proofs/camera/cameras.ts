import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { runScript, stopProcess } from '../../server/src/testing/portal-process.ts'

const program = fileURLToPath(new URL('../../camera/src/main.ts', import.meta.url))

/** A camera in a process of its own. */
export interface RunningCamera {
  processId: number
  startedAt: Date
  kill(): Promise<void>
  stop(): Promise<void>
}

export function startCamera(portal: string, token: string): RunningCamera {
  const chromium = process.env['CHROMIUM_PATH']
  const env = {
    PLINTH_CAMERA_PORTAL: portal,
    PLINTH_CAMERA_TOKEN: token,
    ...(chromium !== undefined && { PLINTH_CAMERA_CHROMIUM: chromium }),
  }
  const { child, ended } = runScript(program, { env })
  return {
    processId: child.pid ?? 0,
    startedAt: new Date(),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    stop: () => stopProcess(child),
  }
}

/** Browsers end by themselves when their camera does; this is longer than they need. */
const timeoutMs = 5000

/** Processes and folders that these cameras have left, although none of them runs any more. */
export async function leftOfCameras(processIds: readonly number[]): Promise<string[]> {
  const prefixes = processIds.map((id) => `plinth-camera-${id}-`)
  const isLeft = (text: string) => prefixes.some((prefix) => text.includes(prefix))
  await sleep(timeoutMs)
  const folders = readdirSync(tmpdir()).filter(isLeft)
  const browsers = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && isLeft(commandOf(id)))
  return [...folders.map((name) => `folder ${name}`), ...browsers.map((id) => `process ${id}`)]
}

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}
