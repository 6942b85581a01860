interface ColourPair {
  ground: string
  text: string
}

/** Readable in both colour schemes, and none of them the accent or the colour of a status. */
export const markColours: { light: ColourPair; dark: ColourPair }[] = [
  // slate
  { light: { ground: '#5e6a7a', text: '#ffffff' }, dark: { ground: '#48515c', text: '#e9eff7' } },
  // brown
  { light: { ground: '#865e4c', text: '#ffffff' }, dark: { ground: '#65483b', text: '#fdeae2' } },
  // rust
  { light: { ground: '#a5492b', text: '#ffffff' }, dark: { ground: '#7c3a25', text: '#ffe7de' } },
  // ochre
  { light: { ground: '#8d5e00', text: '#ffffff' }, dark: { ground: '#6a4810', text: '#fdecd5' } },
  // olive
  { light: { ground: '#6b6e1f', text: '#ffffff' }, dark: { ground: '#51541e', text: '#eff1d7' } },
  // petrol
  { light: { ground: '#13748d', text: '#ffffff' }, dark: { ground: '#1a5869', text: '#d6f5ff' } },
  // blue
  { light: { ground: '#1f68bc', text: '#ffffff' }, dark: { ground: '#1e508c', text: '#dff0ff' } },
  // indigo
  { light: { ground: '#555ac2', text: '#ffffff' }, dark: { ground: '#414690', text: '#e8edff' } },
  // violet
  { light: { ground: '#744fb8', text: '#ffffff' }, dark: { ground: '#583e89', text: '#f0eaff' } },
  // purple
  { light: { ground: '#8c47a0', text: '#ffffff' }, dark: { ground: '#693977', text: '#f9e8fe' } },
  // magenta
  { light: { ground: '#a23e7c', text: '#ffffff' }, dark: { ground: '#79325e', text: '#ffe6f4' } },
  // rose
  { light: { ground: '#ac3a58', text: '#ffffff' }, dark: { ground: '#813044', text: '#ffe5ea' } },
]

/** Always the same for a storybook, whatever it is called. */
export function markColoursOf(publicId: string) {
  let hash = 0
  for (let i = 0; i < publicId.length; i++) hash = (hash * 31 + publicId.charCodeAt(i)) % 1_000_003
  return markColours[hash % markColours.length]
}
