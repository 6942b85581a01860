import type { Version } from '@plinth/contract/versions.ts'
import { useCallback, useState } from 'react'

/** At most two versions, to be compared. */
export interface Selection {
  versions: Version[]
  has: (publicId: string) => boolean
  /** Stays the same function. */
  toggle: (version: Version) => void
  clear: () => void
}

/** Of three selected versions, the first one is let go. */
export function useSelection(): Selection {
  const [versions, setVersions] = useState<Version[]>([])
  const has = (publicId: string) => versions.some((version) => version.publicId === publicId)
  const toggle = useCallback((version: Version) => {
    setVersions((selected) => {
      const others = selected.filter(({ publicId }) => publicId !== version.publicId)
      return others.length < selected.length ? others : [...others, version].slice(-2)
    })
  }, [])
  return { versions, has, toggle, clear: () => setVersions([]) }
}
