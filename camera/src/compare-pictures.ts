import { decodePng, encodePng } from './png.ts'
import type { Pixels } from './png.ts'

export interface Difference {
  width: number
  height: number
  /** Pixels that are not the same. */
  pixels: number
  /** Those of them that people would notice. */
  visiblePixels: number
  /** A PNG: the picture after, pale, with every pixel that differs in red. */
  png: Buffer
}

/**
 * How much two pictures differ. Whether they do is decided before, by their bytes: any threshold is blind to some change of
 * colour. Where one is larger, what the other lacks counts as different.
 */
export function comparePictures(before: Buffer, after: Buffer, threshold = usualThreshold): Difference {
  const noticeable = largestDistance * threshold * threshold
  const [one, other] = [decodePng(before), decodePng(after)]
  const width = Math.max(one.width, other.width)
  const height = Math.max(one.height, other.height)
  const data = new Uint8Array(width * height * 4)
  let [pixels, visiblePixels] = [0, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [offsetOf(one, x, y), offsetOf(other, x, y)]
      const at = (y * width + x) * 4
      if (from !== undefined && to !== undefined && isSame(one.data, from, other.data, to)) {
        paintPale(data, at, other.data, to)
        continue
      }
      pixels += 1
      if (from === undefined || to === undefined || distanceOf(one.data, from, other.data, to) > noticeable)
        visiblePixels += 1
      data.set(red, at)
    }
  }
  return { width, height, pixels, visiblePixels, png: encodePng({ width, height, data }) }
}

const red = [224, 49, 49, 255]

/** Undefined outside the picture. */
const offsetOf = ({ width, height }: Pixels, x: number, y: number) =>
  x < width && y < height ? (y * width + x) * 4 : undefined

const isSame = (one: Uint8Array, from: number, other: Uint8Array, to: number) =>
  one[from] === other[to] &&
  one[from + 1] === other[to + 1] &&
  one[from + 2] === other[to + 2] &&
  one[from + 3] === other[to + 3]

function paintPale(data: Uint8Array, at: number, from: Uint8Array, offset: number) {
  const grey = Math.round(255 - (255 - brightnessOf(from, offset)) * 0.2)
  data.set([grey, grey, grey, 255], at)
}

const channel = (data: Uint8Array, at: number) => data[at] ?? 0

const brightnessOf = (data: Uint8Array, at: number) =>
  channel(data, at) * 0.299 + channel(data, at + 1) * 0.587 + channel(data, at + 2) * 0.114

/** What others compare with. */
const usualThreshold = 0.063
const largestDistance = 35_215

/** The distance of two colours as the eye sees it (YIQ, Kotsarenko and Ramos 2010). */
function distanceOf(one: Uint8Array, from: number, other: Uint8Array, to: number): number {
  const red = channel(one, from) - channel(other, to)
  const green = channel(one, from + 1) - channel(other, to + 1)
  const blue = channel(one, from + 2) - channel(other, to + 2)
  const y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
  const i = red * 0.59597799 - green * 0.2741761 - blue * 0.32180189
  const q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
}
