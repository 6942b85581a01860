import { readFileSync } from 'node:fs'

interface Manifest {
  version: string
}

/** The version of this portal. */
export const { version: portalVersion } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as Manifest
