import { Button, Text } from '@mantine/core'
import type { ComparedPictures } from '@plinth/contract/pictures.ts'
import { useState } from 'react'
import type { CSSProperties } from 'react'

import { texts } from '../texts/texts.ts'
import { Layer, PictureCanvas, sizeForAll } from './PictureCanvas.tsx'
import type { PairProps, ShownPictures } from './PictureCanvas.tsx'
import { SwipedPictures } from './SwipedPictures.tsx'
import type { PairView } from './views.ts'

import classes from './PicturePair.module.css'

interface PicturePairProps extends ShownPictures {
  pictures: Pick<ComparedPictures, 'before' | 'after' | 'difference'>
  view: PairView
}

/** A story before and after: beside each other with what differs, one at a time, or one over the other. */
export function PicturePair({ view, pictures, ...shown }: PicturePairProps) {
  const { before, after } = pictures
  // What has no counterpart is not compared.
  if (!before || !after || view === 'sides') return <Sides {...shown} pictures={pictures} />
  const pair = { ...shown, before, after }
  if (view === 'switch') return <Switched {...pair} />
  return view === 'swipe' ? <SwipedPictures {...pair} /> : <Overlaid {...pair} />
}

function Sides({ name, pictures, baseUrl, zoom }: Omit<PicturePairProps, 'view'>) {
  const words = texts.pictures
  const { before, after, difference } = pictures
  const size = sizeForAll([before, after, difference])
  const sides = [
    { label: words.before, alt: words.beforeOf(name), file: before },
    { label: words.after, alt: words.afterOf(name), file: after },
    ...(difference ? [{ label: words.difference, alt: words.differenceOf(name), file: difference }] : []),
  ]
  return (
    <div className={classes.sides}>
      {sides.map(({ label, alt, file }) => (
        <figure key={label} className={classes.side}>
          <figcaption className={classes.label}>{label}</figcaption>
          {file ? (
            <PictureCanvas size={size} zoom={zoom}>
              <Layer file={file} alt={alt} size={size} baseUrl={baseUrl} />
            </PictureCanvas>
          ) : (
            <Text size="sm" className={classes.none}>
              {words.notShown}
            </Text>
          )}
        </figure>
      ))}
    </div>
  )
}

function Switched({ name, before, after, baseUrl, zoom }: PairProps) {
  const [isAfter, setAfter] = useState(true)
  const words = texts.pictures
  const size = sizeForAll([before, after])
  return (
    <div className={classes.one}>
      <div className={classes.head}>
        <Button variant="default" size="xs" onClick={() => setAfter(!isAfter)}>
          {isAfter ? words.showBefore : words.showAfter}
        </Button>
        <Text size="sm" component="output" className={classes.label}>
          {isAfter ? words.after : words.before}
        </Text>
      </div>
      <PictureCanvas size={size} zoom={zoom}>
        <Layer
          file={isAfter ? after : before}
          alt={isAfter ? words.afterOf(name) : words.beforeOf(name)}
          size={size}
          baseUrl={baseUrl}
        />
      </PictureCanvas>
    </div>
  )
}

/** The later one shines through the earlier one, as strongly as somebody likes. */
function Overlaid({ name, before, after, baseUrl, zoom }: PairProps) {
  const [percent, setPercent] = useState(50)
  const words = texts.pictures
  const size = sizeForAll([before, after])
  return (
    <div className={classes.one}>
      <div className={classes.head}>
        <span className={classes.label}>{words.before}</span>
        <input
          type="range"
          value={percent}
          onChange={({ currentTarget }) => setPercent(currentTarget.valueAsNumber)}
          aria-label={words.fade(name)}
          aria-valuetext={words.fadeValue(percent)}
          className={classes.slider}
        />
        <span className={classes.label}>{words.after}</span>
      </div>
      <PictureCanvas size={size} zoom={zoom}>
        <Layer file={before} alt={words.beforeOf(name)} size={size} baseUrl={baseUrl} />
        <div className={classes.shining} style={{ '--percent': `${percent}%` } as CSSProperties}>
          <Layer file={after} alt={words.afterOf(name)} size={size} baseUrl={baseUrl} />
        </div>
      </PictureCanvas>
    </div>
  )
}
