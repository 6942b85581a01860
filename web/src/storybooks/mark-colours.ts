interface ColourPair {
  ground: string
  letters: string
}

/** Readable in both colour schemes, and none of them the accent or the colour of a status. */
export const markColours: { light: ColourPair; dark: ColourPair }[] = [
  // slate
  { light: { ground: '#5e6a7a', letters: '#ffffff' }, dark: { ground: '#48515c', letters: '#e9eff7' } },
  // brown
  { light: { ground: '#865e4c', letters: '#ffffff' }, dark: { ground: '#65483b', letters: '#fdeae2' } },
  // rust
  { light: { ground: '#a5492b', letters: '#ffffff' }, dark: { ground: '#7c3a25', letters: '#ffe7de' } },
  // ochre
  { light: { ground: '#8d5e00', letters: '#ffffff' }, dark: { ground: '#6a4810', letters: '#fdecd5' } },
  // olive
  { light: { ground: '#6b6e1f', letters: '#ffffff' }, dark: { ground: '#51541e', letters: '#eff1d7' } },
  // petrol
  { light: { ground: '#13748d', letters: '#ffffff' }, dark: { ground: '#1a5869', letters: '#d6f5ff' } },
  // blue
  { light: { ground: '#1f68bc', letters: '#ffffff' }, dark: { ground: '#1e508c', letters: '#dff0ff' } },
  // indigo
  { light: { ground: '#555ac2', letters: '#ffffff' }, dark: { ground: '#414690', letters: '#e8edff' } },
  // violet
  { light: { ground: '#744fb8', letters: '#ffffff' }, dark: { ground: '#583e89', letters: '#f0eaff' } },
  // purple
  { light: { ground: '#8c47a0', letters: '#ffffff' }, dark: { ground: '#693977', letters: '#f9e8fe' } },
  // magenta
  { light: { ground: '#a23e7c', letters: '#ffffff' }, dark: { ground: '#79325e', letters: '#ffe6f4' } },
  // rose
  { light: { ground: '#ac3a58', letters: '#ffffff' }, dark: { ground: '#813044', letters: '#ffe5ea' } },
]

/** Always the same for a storybook, whatever it is called. */
export function markColoursOf(publicId: string) {
  let hash = 0
  for (let i = 0; i < publicId.length; i++) hash = (hash * 31 + publicId.charCodeAt(i)) % 1_000_003
  return markColours[hash % markColours.length]
}
