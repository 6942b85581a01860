import { existsSync } from 'node:fs'

import { CameraError } from './camera-error.ts'

export interface CameraSettings {
  portalUrl: string
  token: string
  chromium: string
  concurrency: number
  isContained: boolean
}

const usualPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  // On Ubuntu a snap, which cannot be confined.
  '/usr/bin/chromium-browser',
]

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
    chromium: findChromium(env['PLINTH_CAMERA_CHROMIUM']),
    concurrency,
    isContained: env['PLINTH_CAMERA_CONTAINED'] === 'true',
  }
}

/** Without a path given, where distributions put it; the one without windows first, because it is smaller. */
export function findChromium(given: string | undefined): string {
  const path = given ?? usualPaths.find((each) => existsSync(each))
  if (path === undefined)
    throw new CameraError('No Chromium was found. Install one, or set PLINTH_CAMERA_CHROMIUM to its path.')
  if (!existsSync(path)) throw new CameraError(`There is no Chromium at ${path} (PLINTH_CAMERA_CHROMIUM).`)
  return path
}
