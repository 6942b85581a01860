/** For a story's `beforeEach`: without a real click, a frame may not write to the clipboard. */
export function fakeClipboard() {
  const copied: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
}
