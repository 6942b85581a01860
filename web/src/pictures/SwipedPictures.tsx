import { IconArrowsHorizontal } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { CSSProperties, PointerEvent } from 'react'

import { texts } from '../texts/texts.ts'
import { Layer, PictureCanvas, sizeForAll } from './PictureCanvas.tsx'
import type { PairProps } from './PictureCanvas.tsx'

import classes from './PicturePair.module.css'

/**
 * The earlier picture left of a line, the later one right of it. The line is where the pointer is: it is dragged on the picture
 * itself, or moved by the keys of a slider.
 */
export function SwipedPictures({ name, before, after, baseUrl, zoom }: PairProps) {
  const id = useId()
  const canvas = useRef<HTMLDivElement>(null)
  const [percent, setPercent] = useState(50)
  const words = texts.pictures
  const size = sizeForAll([before, after])

  function follow({ clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
    const box = canvas.current?.getBoundingClientRect()
    if (!box || !currentTarget.hasPointerCapture(pointerId)) return
    setPercent(Math.min(100, Math.max(0, ((clientX - box.left) / box.width) * 100)))
  }
  function start(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    // A finger may be about to scroll the page.
    if (event.pointerType !== 'touch') follow(event)
  }
  return (
    <div className={classes.swiped}>
      <div className={classes.ends}>
        <span className={classes.label}>{words.before}</span>
        <span className={classes.label}>{words.after}</span>
      </div>
      <PictureCanvas ref={canvas} size={size} zoom={zoom}>
        <label
          htmlFor={id}
          className={classes.swipe}
          data-zoom={zoom}
          style={{ '--percent': `${percent}%` } as CSSProperties}
          onPointerDown={start}
          onPointerMove={follow}
          onPointerUp={follow}
        >
          <Layer
            file={before}
            alt={words.beforeOf(name)}
            size={size}
            baseUrl={baseUrl}
            className={classes.left}
          />
          <Layer
            file={after}
            alt={words.afterOf(name)}
            size={size}
            baseUrl={baseUrl}
            className={classes.right}
          />
          <span className={classes.line}>
            <span className={classes.grip}>
              <IconArrowsHorizontal size={18} aria-hidden />
              <input
                id={id}
                type="range"
                value={Math.round(percent)}
                onChange={({ currentTarget }) => setPercent(currentTarget.valueAsNumber)}
                aria-label={words.swipe(name)}
                aria-valuetext={words.swipeValue(Math.round(percent))}
                className={classes.keys}
              />
            </span>
          </span>
        </label>
      </PictureCanvas>
    </div>
  )
}
