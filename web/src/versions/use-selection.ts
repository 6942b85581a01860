import type { Version } from '@plinth/contract/versions.ts'
import { useCallback, useState } from 'react'

/** At most two versions, to be compared. */
export interface Selection {
  versions: Version[]
  has: (publicId: string) => boolean
  /** Whether no other can be selected until one is deselected. */
  isFull: boolean
  /** Stays the same function. */
  toggle: (version: Version) => void
  clear: () => void
}

const maxSelected = 2

export function useSelection(): Selection {
  const [versions, setVersions] = useState<Version[]>([])
  const has = (publicId: string) => versions.some((version) => version.publicId === publicId)
  const toggle = useCallback((version: Version) => {
    setVersions((selected) => {
      const others = selected.filter(({ publicId }) => publicId !== version.publicId)
      if (others.length < selected.length) return others
      return selected.length < maxSelected ? [...selected, version] : selected
    })
  }, [])
  return { versions, has, isFull: versions.length >= maxSelected, toggle, clear: () => setVersions([]) }
}
