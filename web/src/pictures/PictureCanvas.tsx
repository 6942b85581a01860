import type { PictureFile } from '@plinth/contract/pictures.ts'
import type { ReactNode, Ref } from 'react'

import type { Zoom } from './views.ts'

import classes from './PicturePair.module.css'

/** Of pictures that are shown together. */
export interface ShownPictures {
  /** Names the pictures to people who cannot see them. */
  name: string
  baseUrl: string
  zoom: Zoom
}

export interface PairProps extends ShownPictures {
  before: PictureFile
  after: PictureFile
}

export interface Size {
  width: number
  height: number
}

/** Large enough for each of the pictures. */
export const sizeForAll = (pictures: readonly (PictureFile | null)[]): Size => ({
  width: Math.max(1, ...pictures.map((picture) => picture?.width ?? 0)),
  height: Math.max(1, ...pictures.map((picture) => picture?.height ?? 0)),
})

interface PictureCanvasProps {
  size: Size
  zoom: Zoom
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/**
 * What pictures of a story are drawn on, from its top left corner: as large as the largest of them, so that none is cut and
 * all have the same scale.
 */
export function PictureCanvas({ size: { width, height }, zoom, ref, children }: PictureCanvasProps) {
  const factor = zoom === 'fit' ? 1 : zoom / 100
  return (
    // What is larger than its frame is scrolled, also by keyboard.
    <div className={classes.frame} {...(zoom !== 'fit' && { tabIndex: 0 })}>
      <div
        ref={ref}
        className={classes.canvas}
        data-zoom={zoom === 'fit' ? 'fit' : zoom > 100 ? 'large' : undefined}
        style={{ width: width * factor, aspectRatio: `${width} / ${height}` }}
      >
        {children}
      </div>
    </div>
  )
}

interface LayerProps {
  file: PictureFile
  alt: string
  size: Size
  baseUrl: string
  className?: string | undefined
}

/** One picture, with what it does not fill of the canvas. */
export function Layer({ file, alt, size, baseUrl, className = '' }: LayerProps) {
  return (
    <div className={`${classes.layer} ${className}`}>
      <img
        src={`${baseUrl}/${file.sha256}`}
        alt={alt}
        className={classes.picture}
        style={{
          width: `${(file.width / size.width) * 100}%`,
          height: `${(file.height / size.height) * 100}%`,
        }}
        draggable={false}
        loading="lazy"
        decoding="async"
      />
    </div>
  )
}
