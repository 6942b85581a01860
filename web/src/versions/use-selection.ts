import type { Version } from '@plinth/contract/versions.ts'
import { useState } from 'react'

/** At most two versions, to be compared. */
export interface Selection {
  versions: Version[]
  has: (publicId: string) => boolean
  toggle: (version: Version) => void
  clear: () => void
}

/** Of three selected versions, the first one is let go. */
export function useSelection(): Selection {
  const [versions, setVersions] = useState<Version[]>([])
  const has = (publicId: string) => versions.some((version) => version.publicId === publicId)
  return {
    versions,
    has,
    toggle: (version) =>
      setVersions((selected) => {
        const others = selected.filter(({ publicId }) => publicId !== version.publicId)
        return others.length < selected.length ? others : [...others, version].slice(-2)
      }),
    clear: () => setVersions([]),
  }
}
