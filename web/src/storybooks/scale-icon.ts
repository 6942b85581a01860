import { iconPixels } from '@plinth/contract/storybooks.ts'

import { formatBytes } from '../shell/formats.ts'
import { texts } from '../texts/texts.ts'
import { toDataUrl } from './data-url.ts'

/** Larger ones take the browser too long to decode. */
const maxPictureBytes = 20 * 1024 * 1024

/** A picture that somebody chose, fitted into the size of an icon: a PNG as base64. Throws if it is no picture. */
export async function scaleIcon(file: File): Promise<string> {
  const { tooLarge } = texts.storybookForms.icon
  if (file.size > maxPictureBytes) throw new Error(tooLarge(formatBytes(maxPictureBytes)))
  const picture = await loadPicture(file)
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

async function loadPicture(file: File): Promise<HTMLImageElement> {
  const picture = new Image()
  try {
    picture.src = await toDataUrl(file)
    await picture.decode()
  } catch (error) {
    throw new Error(texts.storybookForms.icon.unreadable, { cause: error })
  }
  return picture
}
