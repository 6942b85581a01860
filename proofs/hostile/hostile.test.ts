import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { attacks, goals } from './attacks.ts'
import { ways } from './scene.ts'

const root = join(import.meta.dirname, '../..')
const scripts = ['against-the-portal', 'against-the-person', 'against-neighbours']
  .map((name) => readFileSync(join(import.meta.dirname, `build/${name}.js`), 'utf8'))
  .join('\n')

test('every attack is in the documentation, under its goal', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const section = /\n## What a hostile build tries\n(.*?)\n## /s.exec(`${page}\n## `)?.[1] ?? ''
  const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(([, goal, tried]) => [goal, tried])
  const expected = Object.entries(goals).map(([goal, name]) => [
    name,
    attacks
      .filter((attack) => attack.goal === goal)
      .map(({ what }) => what)
      .join('; '),
  ])
  expect(rows.slice(2)).toEqual(expected)
})

test('there are at least forty, all different, and each is in the build', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(40)
  expect(new Set(attacks.map(({ what }) => what)).size).toBe(attacks.length)
  const missing = attacks.filter(({ name }) => !new RegExp(`^  ${name}(?::|\\()`, 'm').test(scripts))
  expect(missing).toEqual([])
})

test('every way in has at least forty', () => {
  for (const way of ways) {
    const here = attacks.filter((attack) => attack.ways?.includes(way) ?? true)
    expect({ way, enough: here.length >= 40 }).toEqual({ way, enough: true })
  }
})
