import { expect, test } from 'vitest'

import { initialsOf } from './initials.ts'
import { markColours, markColoursOf } from './mark-colours.ts'

/** As WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('all twelve marks can be read in both colour schemes', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(markColours).toHaveLength(12)
  for (const { light, dark } of markColours) {
    expect(contrast(light.ground, light.letters)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(dark.ground, dark.letters)).toBeGreaterThanOrEqual(4.5)
  }
})

test('a storybook keeps its colours, and many storybooks use all of them', () => {
  expect(markColoursOf('h5t9c2r7')).toBe(markColoursOf('h5t9c2r7'))
  const used = new Set(Array.from({ length: 500 }, (_, i) => markColoursOf(`storybook${i}`)))
  expect(used.size).toBe(12)
})

test.for([
  ['Design System', 'DS'],
  ['checkout-kit', 'CK'],
  ['Button 2', 'B2'],
  ['tables', 'T'],
  ['  (internal) icons of the app', 'II'],
  ['Überblick', 'Ü'],
  ['設計システム', '設'],
  ['👩‍🎨 studio', '👩‍🎨S'],
  ['…', '…'],
] as const)('the initials of %s are %s', ([title, initials]) => {
  expect(initialsOf(title)).toBe(initials)
})
