import { describe, expect, test } from 'vitest'

import { parseEsModule } from './es-module.ts'
import { countSteps, withSteps } from './steps.ts'

const list = (count: number, item: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => item(i)).join()

const nested = (depth: number, open: string, inside: string, close: string): string =>
  open.repeat(depth) + inside + close.repeat(depth)

/** Scripts of a size that a build chooses, each of which once took quadratic time, or could. */
const scripts: Record<string, (size: number) => string> = {
  'names in one pattern': (size) => `const [${list(size, (i) => `a${i}`)}]=[${list(size, String)}]`,
  'names below many scopes': (size) => `const x=${nested(100, '(a,b)=>', `[${list(size, () => 'q')}]`, '')}`,
  'names that are local to the outermost of many scopes': (size) =>
    `const x=(q)=>${nested(100, '(a,b)=>', `[${list(size, () => 'q')}]`, '')}`,
  'variables below many blocks': (size) =>
    `function f(){${nested(100, '{let a;', `var ${list(size, (i) => `v${i}`)}`, '}')}}`,
  'names below many patterns': (size) =>
    `function f(${nested(
      100,
      '[',
      list(size, (i) => `a${i}`),
      ']',
    )}){}`,
  'arguments below many calls': (size) =>
    `const x=${nested(
      100,
      'f(',
      list(size, (i) => `a${i}`),
      ')',
    )}`,
  'texts below many elements of a page': (size) =>
    `function P(e){const c={wrapper:"w",...e.components};return ${nested(
      10,
      'j(c.p,{children:[',
      list(size, () => '"a"'),
      ']})',
    )}}`,
  'exports of one module': (size) =>
    `${list(size, (i) => `a${i}={}`).replace('', 'const ')};export{${list(size, (i) => `a${i}`)}}`,
  'statements that change one name': (size) =>
    `const x={};${list(size, (i) => `x.a${i}=1`).replaceAll(',', ';')}`,
  'variables of one statement': (size) => `var ${list(size, (i) => `v${i}=v${i + 1}`)}`,
  'lists of files': (size) => `const x=[${list(size, (i) => `"./${i}.js"`)}]`,
}

describe('the steps to read a script grow no faster than the script', () => {
  test.each(Object.entries(scripts))('%s', (_, scriptOf) => {
    const [once, fourTimes] = [1_000, 4_000].map((size) => {
      const text = scriptOf(size)
      return countSteps(() => parseEsModule(text)) / text.length
    })
    expect(fourTimes).toBeLessThan((once ?? 0) * 1.2)
  })
})

test('loaders of files inside of each other are given up, because each is searched for what it loads', () => {
  const inside = nested(100, '{"./a":()=>(', `[${list(2_000, () => '0')}]`, ')}')
  expect(() => withSteps(100_000, () => parseEsModule(`const x=${inside}`))).toThrow(RangeError)
})
