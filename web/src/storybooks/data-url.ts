/** The portal's content security policy allows pictures from such addresses, and whatever they hold runs nowhere. */
export const toDataUrl = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
    })
    reader.addEventListener('error', () => reject(reader.error ?? new DOMException('NotReadableError')))
    reader.readAsDataURL(picture)
  })
