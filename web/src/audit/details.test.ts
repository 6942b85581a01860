import { expect, test } from 'vitest'

import { detailsOf } from './details.ts'

const version = { publicId: 'a1b2c3', branch: null, message: null }

test.each([
  ['Buttons, version a1b2c3', ''],
  ['Buttons, version a1b2c3, release v2, pinned', 'release v2, pinned'],
  ['Buttons, version a1b2c3: button--primary', 'button--primary'],
  ['cut off by the limit', ''],
])('of "%s" the log shows "%s" besides the version', (subject, details) => {
  expect(detailsOf({ subject, version })).toBe(details)
})
