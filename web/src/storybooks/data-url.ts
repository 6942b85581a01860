/** The portal's content security policy allows pictures from such addresses, and whatever they hold runs nowhere. */
export const toDataUrl = (mediaType: string, bytes: Uint8Array): string =>
  `data:${mediaType};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
