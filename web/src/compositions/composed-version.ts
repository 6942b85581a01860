import type { Version } from '@plinth/contract/versions.ts'

import type { VersionName } from '../addresses.ts'

/** What another Storybook shows; undefined for the newest version. */
export type ComposedVersion = { by: 'branch' | 'release'; name: string } | undefined

interface Viewed {
  /** The id in the address, if any … */
  requested: string | undefined
  /** … or the name. */
  versionName: VersionName | undefined
  /** The version that is shown. */
  shown: Pick<Version, 'release'> | undefined
}

/** The branch or release in the address of the viewer; for a version in it, its release. */
export function composedVersion({ requested, versionName, shown }: Viewed): ComposedVersion {
  if (versionName?.by === 'branch' || versionName?.by === 'release') {
    return { by: versionName.by, name: versionName.name }
  }
  const isOneVersion = requested !== undefined || versionName !== undefined
  return isOneVersion && shown?.release ? { by: 'release', name: shown.release } : undefined
}
