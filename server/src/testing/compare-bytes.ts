import { expect } from 'vitest'

// Vitest compares buffers element by element, which takes 50 ms for the files of some tests. Added once per worker,
// since Vitest keeps it from one test file to the next.
expect.addEqualityTesters([
  (a: unknown, b: unknown) => (Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : undefined),
])
