import { readFileSync } from 'node:fs'

interface Manifest {
  version: string
}

/** The version of the portal that runs here. */
export const { version: portalVersion } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as Manifest
