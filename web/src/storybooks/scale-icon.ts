import { iconPixels } from '@plinth/contract/storybooks.ts'

import { texts } from '../texts/texts.ts'

/** A picture that somebody chose, fitted into the size of an icon: a PNG as base64. Throws if it is no picture. */
export async function scaleIcon(file: File): Promise<string> {
  const picture = await loadPicture(await readAsDataUrl(file))
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = iconPixels
  const context = canvas.getContext('2d')
  if (!context) throw new Error(texts.storybooks.icon.unreadable)
  // Some drawings have no size of their own.
  const { naturalWidth: width = 0, naturalHeight: height = 0 } = picture
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

/** The portal's content security policy allows pictures from such addresses. */
const readAsDataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error(texts.storybooks.icon.unreadable)))
    reader.readAsDataURL(file)
  })

async function loadPicture(address: string): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = address
  try {
    await picture.decode()
  } catch (error) {
    throw new Error(texts.storybooks.icon.unreadable, { cause: error })
  }
  return picture
}
