import type { SearchResult } from '@plinth/contract/search.ts'
import type { ReactNode } from 'react'

import { Thumbnail } from '../pictures/Thumbnail.tsx'

interface ResultPictureProps {
  account: string
  result: SearchResult
  place?: 'row' | 'story'
  /** In its place where there is none. */
  children?: ReactNode
}

/** What a result looks like; docs pages have no pictures. */
export function ResultPicture({ account, result, place = 'row', children = null }: ResultPictureProps) {
  const { kind, versionPublicId: version, id } = result
  if (version === null || kind === 'docs') return children
  return (
    <Thumbnail account={account} of={id === null ? { version } : { version, id }} place={place}>
      {children}
    </Thumbnail>
  )
}
