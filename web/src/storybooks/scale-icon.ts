import { iconPixels } from '@plinth/contract/storybooks.ts'

import { texts } from '../texts/texts.ts'
import { toDataUrl } from './data-url.ts'

/** A picture that somebody chose, fitted into the size of an icon: a PNG as base64. Throws if it is no picture. */
export async function scaleIcon(file: File): Promise<string> {
  const picture = await loadPicture(toDataUrl(file.type, new Uint8Array(await file.arrayBuffer())))
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = iconPixels
  const context = canvas.getContext('2d')
  if (!context) throw new Error(texts.storybookForms.icon.unreadable)
  // Some drawings have no size of their own.
  const { naturalWidth: width, naturalHeight: height } = picture
  const scale = iconPixels / Math.max(width, height, 1)
  const [shownWidth, shownHeight] =
    width && height ? [width * scale, height * scale] : [iconPixels, iconPixels]
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    picture,
    (iconPixels - shownWidth) / 2,
    (iconPixels - shownHeight) / 2,
    shownWidth,
    shownHeight,
  )
  return canvas.toDataURL('image/png').split(',')[1] ?? ''
}

async function loadPicture(address: string): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = address
  try {
    await picture.decode()
  } catch (error) {
    throw new Error(texts.storybookForms.icon.unreadable, { cause: error })
  }
  return picture
}
