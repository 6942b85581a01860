import { existsSync } from 'node:fs'

import { findChromium } from './browser/find-chromium.mjs'
import { CameraError } from './camera-error.ts'

export interface CameraSettings {
  portalUrl: string
  token: string
  chromium: string
  concurrency: number
  isContained: boolean
}

/** From the environment; every setting is documented in docs/operating/camera.md. */
export function readSettings(env: NodeJS.ProcessEnv): CameraSettings {
  const portalUrl = env['PLINTH_CAMERA_PORTAL'] ?? ''
  if (!/^https?:\/\//.test(portalUrl))
    throw new CameraError('Set PLINTH_CAMERA_PORTAL to the address of the portal, https://… .')
  const token = env['PLINTH_CAMERA_TOKEN'] ?? ''
  if (token === '') throw new CameraError('Set PLINTH_CAMERA_TOKEN to the same secret as at the portal.')
  const concurrency = Number(env['PLINTH_CAMERA_CONCURRENCY'] ?? 1)
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 64)
    throw new CameraError('PLINTH_CAMERA_CONCURRENCY must be a whole number from 1 to 64.')
  return {
    portalUrl: portalUrl.replace(/\/+$/, ''),
    token,
    chromium: chromiumAt(env['PLINTH_CAMERA_CHROMIUM']),
    concurrency,
    isContained: env['PLINTH_CAMERA_CONTAINED'] === 'true',
  }
}

/** Without a path given, the one that is found on this machine. */
export function chromiumAt(given: string | undefined): string {
  const path = given ?? findChromium()
  if (path === undefined)
    throw new CameraError('No Chromium was found. Install one, or set PLINTH_CAMERA_CHROMIUM to its path.')
  if (!existsSync(path)) throw new CameraError(`There is no Chromium at ${path} (PLINTH_CAMERA_CHROMIUM).`)
  return path
}
