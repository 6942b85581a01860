/** For a story's `beforeEach`: a frame may not write to the real clipboard unless somebody has clicked in it. */
export function fakeClipboard() {
  const held: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void held.push(text) },
  })
}
