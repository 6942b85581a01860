import { expect, test } from 'vitest'

import { accentFill, accentShades, positiveShades, schemes } from './appearance.ts'

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)

/** The relative luminance of WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) =>
    value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function hue(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color)
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
}

for (const [name, scheme] of Object.entries(schemes)) {
  for (const surface of ['page', 'card', 'raised'] as const) {
    for (const role of ['textStrong', 'text', 'textQuiet', 'icon', 'accent', 'positive', 'danger'] as const) {
      test(`${name}: ${role} is readable on ${surface}`, () => {
        expect(contrast(scheme[role], scheme[surface])).toBeGreaterThanOrEqual(4.5)
      })
    }
  }

  test(`${name}: headings are the strongest text, facts and icons the quietest`, () => {
    const { textStrong, text, textQuiet, icon, card } = scheme
    const strengths = [textStrong, text, textQuiet, icon].map((color) => contrast(color, card))
    expect(strengths).toEqual(strengths.toSorted((a, b) => b - a))
    expect(new Set(strengths.slice(0, 3)).size).toBe(3)
  })

  test(`${name}: the colours of action and of success differ in hue`, () => {
    expect(Math.abs(hue(scheme.accent) - hue(scheme.positive))).toBeGreaterThan(60)
  })
}

test('white text is readable on filled buttons', () => {
  for (const fill of Object.values(accentFill)) expect(contrast('#ffffff', fill)).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['accent', accentShades],
  ['positive', positiveShades],
])('the darkest %s is readable on the lightest', (_, shades) => {
  expect(contrast(shades[0], shades[9])).toBeGreaterThanOrEqual(4.5)
})
