import { Text } from '@mantine/core'
import type { PictureFile, ThumbnailOf } from '@plinth/contract/pictures.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { texts } from '../texts/texts.ts'
import { picturesQuery } from './pictures-session.ts'
import { thumbnailQuery } from './thumbnails.ts'

import classes from './Thumbnail.module.css'

interface ThumbnailProps {
  account: string
  of: ThumbnailOf
  /** Across a card, at the beginning of a row, or with a story. */
  place: 'card' | 'row' | 'story'
  /** Only what is near is asked for. */
  isNear?: boolean
  /** In its place while there is none. */
  children?: ReactNode
}

/** Shown whole, a large picture that is taller than its frame would be too small to recognise. */
const minWidth = 240
const frameRatios = { card: 0.43, row: 0.67, story: Infinity }

const isTall = (place: ThumbnailProps['place'], { width, height }: PictureFile) =>
  width >= minWidth && height / width > frameRatios[place]

/** A session that is younger has not ended: the picture is gone. */
const minSessionMs = 60_000

/** A small picture of a story, a component or a version. What it shows is named beside it. */
export function Thumbnail({ account, of, place, isNear = true, children = null }: ThumbnailProps) {
  const { data: found } = useQuery({ ...thumbnailQuery(account, of), enabled: isNear })
  const files = found?.files
  const session = useQuery({ ...picturesQuery(account), enabled: Boolean(files) })
  if (!files || !session.data) {
    const waitsFor = place === 'card' && found?.waitsFor
    if (!waitsFor) return children
    return (
      <Text
        component="span"
        size="sm"
        c="dimmed"
        className={classes.frame}
        data-place={place}
        data-is-waiting
      >
        {texts.storybooks.pictureWaitsFor[waitsFor]}
      </Text>
    )
  }
  const { baseUrl } = session.data
  const address = ({ sha256 }: { sha256: string }) => `${baseUrl}/${sha256}`
  const { single, double } = files
  return (
    <span className={classes.frame} data-place={place}>
      <img
        // Loaded again with another session.
        key={session.dataUpdatedAt}
        className={classes.picture}
        data-is-tall={isTall(place, single) || undefined}
        src={address(single)}
        srcSet={`${address(single)} 1x, ${address(double)} 2x`}
        width={single.width}
        height={single.height}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => {
          // The session may have ended while the machine was asleep.
          if (Date.now() - session.dataUpdatedAt > minSessionMs) void session.refetch()
        }}
      />
    </span>
  )
}
