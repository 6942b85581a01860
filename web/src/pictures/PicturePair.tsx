import { Button, Text } from '@mantine/core'
import type { ComparedPictures, PictureFile } from '@plinth/contract/pictures.ts'
import { useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'

import { texts } from '../texts/texts.ts'
import type { PairView, Zoom } from './views.ts'

import classes from './PicturePair.module.css'

interface PicturePairProps {
  /** Names the pictures to people who cannot see them. */
  name: string
  pictures: Pick<ComparedPictures, 'before' | 'after' | 'difference'>
  baseUrl: string
  view: PairView
  zoom: Zoom
}

/** A story before and after: beside each other with what differs, one at a time, or one over the other. */
export function PicturePair({ view, ...pair }: PicturePairProps) {
  const { before, after } = pair.pictures
  // What has no counterpart is not compared.
  if (!before || !after || view === 'sides') return <Sides {...pair} />
  if (view === 'switch') return <Switched {...pair} />
  return <Stacked {...pair} before={before} after={after} view={view} />
}

type PairProps = Omit<PicturePairProps, 'view'>

function Shown({ file, alt, baseUrl, zoom }: PairProps & { file: PictureFile; alt: string }) {
  const factor = zoom === 'fit' ? undefined : zoom / 100
  return (
    <img
      src={`${baseUrl}/${file.sha256}`}
      alt={alt}
      width={file.width * (factor ?? 1)}
      height={file.height * (factor ?? 1)}
      className={classes.picture}
      data-zoom={factor === undefined ? 'fit' : factor > 1 ? 'large' : undefined}
      loading="lazy"
      decoding="async"
    />
  )
}

function Frame({ zoom, children }: { zoom: Zoom; children: ReactNode }) {
  return (
    // What is larger than its frame is scrolled, also by keyboard.
    <div className={classes.frame} {...(zoom !== 'fit' && { tabIndex: 0 })}>
      {children}
    </div>
  )
}

function Sides({ ...pair }: PairProps) {
  const { name, pictures, zoom } = pair
  const words = texts.pictures
  const sides = [
    { label: words.before, alt: words.beforeOf(name), file: pictures.before },
    { label: words.after, alt: words.afterOf(name), file: pictures.after },
    ...(pictures.difference
      ? [{ label: words.difference, alt: words.differenceOf(name), file: pictures.difference }]
      : []),
  ]
  return (
    <div className={classes.sides}>
      {sides.map(({ label, alt, file }) => (
        <figure key={label} className={classes.side}>
          <figcaption className={classes.label}>{label}</figcaption>
          <Frame zoom={zoom}>
            {file ? (
              <Shown file={file} alt={alt} {...pair} />
            ) : (
              <Text size="sm" className={classes.none}>
                {words.notShown}
              </Text>
            )}
          </Frame>
        </figure>
      ))}
    </div>
  )
}

function Switched({ ...pair }: PairProps) {
  const { name, pictures, zoom } = pair
  const [isAfter, setAfter] = useState(true)
  const words = texts.pictures
  const file = isAfter ? pictures.after : pictures.before
  return (
    <div className={classes.one}>
      <Button variant="default" size="xs" onClick={() => setAfter(!isAfter)}>
        {isAfter ? words.showBefore : words.showAfter}
      </Button>
      <Text size="sm" component="output" className={classes.label}>
        {isAfter ? words.after : words.before}
      </Text>
      <Frame zoom={zoom}>
        {file && <Shown file={file} alt={isAfter ? words.afterOf(name) : words.beforeOf(name)} {...pair} />}
      </Frame>
    </div>
  )
}

interface StackedProps extends PairProps {
  before: PictureFile
  after: PictureFile
  /** Whether the later one is pulled over the earlier one, or shines through. */
  view: 'swipe' | 'overlay'
}

function Stacked({ before, after, view, ...pair }: StackedProps) {
  const { name, zoom } = pair
  const [percent, setPercent] = useState(50)
  const words = texts.pictures
  return (
    <div className={classes.one}>
      <input
        type="range"
        value={percent}
        onChange={({ currentTarget }) => setPercent(currentTarget.valueAsNumber)}
        aria-label={view === 'swipe' ? words.swipe(name) : words.fade(name)}
        className={classes.slider}
      />
      <Frame zoom={zoom}>
        <div
          className={classes.stack}
          data-view={view}
          style={{ '--percent': `${percent}%` } as CSSProperties}
        >
          <Shown file={before} alt={words.beforeOf(name)} {...pair} />
          <div className={classes.over}>
            <Shown file={after} alt={words.afterOf(name)} {...pair} />
          </div>
        </div>
      </Frame>
    </div>
  )
}
