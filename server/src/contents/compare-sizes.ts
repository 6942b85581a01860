import type { Comparison, FileKind } from '@plinth/contract/compare.ts'

import type { ArchiveIndex } from '../archive/archive-index.ts'
import { contentTypeOf } from '../archive/content-types.ts'

const maxGrown = 20

interface Sizes {
  before: number
  after: number
}

/** Unpacked bytes by kind of file, the largest first, and the files that grew most. */
export function compareSizes(before: ArchiveIndex, after: ArchiveIndex): Comparison['size'] {
  const kinds = sumSizes(before, after, kindOf)
  const files = sumSizes(before, after, pathWithoutHash)
  return {
    kinds: [...kinds]
      .map(([kind, { before: old, after: now }]) => ({ kind, before: old, after: now }))
      .toSorted((a, b) => b.after - a.after || b.before - a.before),
    grown: [...files]
      .map(([path, { before: old, after: now }]) => ({ path, before: old, after: now }))
      .filter((sizes) => growth(sizes) > 0)
      .toSorted((a, b) => growth(b) - growth(a))
      .slice(0, maxGrown),
  }
}

const growth = (sizes: Sizes): number => sizes.after - sizes.before

function sumSizes<Key>(
  before: ArchiveIndex,
  after: ArchiveIndex,
  keyOf: (path: string) => Key,
): Map<Key, Sizes> {
  const sums = new Map<Key, Sizes>()
  const add = ({ entries }: ArchiveIndex, side: keyof Sizes) => {
    for (const { path, size } of entries.values()) {
      const key = keyOf(path)
      const sizes = sums.get(key) ?? { before: 0, after: 0 }
      sizes[side] += size
      sums.set(key, sizes)
    }
  }
  add(before, 'before')
  add(after, 'after')
  return sums
}

const kindsOfTypes: readonly [RegExp, FileKind][] = [
  [/^text\/javascript|^application\/wasm/, 'scripts'],
  [/^text\/css/, 'styles'],
  [/^text\/html|xhtml/, 'pages'],
  [/^image\//, 'images'],
  [/^font\/|fontobject/, 'fonts'],
  [/^(?:video|audio)\//, 'media'],
  [/json|xml|yaml|csv|graphql/, 'data'],
]

function kindOf(path: string): FileKind {
  const type = contentTypeOf(path)
  return kindsOfTypes.find(([pattern]) => pattern.test(type))?.[1] ?? 'other'
}

/** `assets/Button-Dx8a2Kq1.js` → `assets/Button.js`, and `main.4ac0de12.iframe.bundle.js` → `main.iframe.bundle.js` */
function pathWithoutHash(path: string): string {
  // Looking for a hash in all of a long name takes quadratic time.
  const start = Math.max(path.lastIndexOf('/') + 1, path.length - maxNameLength)
  const name = path
    .slice(start)
    .replace(/\.[\da-f]{8,20}(?=\.iframe\.bundle\.js)/, '')
    .replace(/[-.]([\w-]{8}|[\da-f]{10,64})(?=(?:\.[a-z]\w*)+$)/i, (all: string, part: string) =>
      isWord.test(part) ? all : '',
    )
  return path.slice(0, start) + name
}

const maxNameLength = 200

/** What people write into file names, unlike a hash: `settings`, `TimeZone`, `sprite24`, `20260131`. */
const isWord = /^(?:[A-Z]?[a-z]+(?:[A-Z][a-z]{2,})*|[A-Z]+|\d+|[A-Z]?[a-z]{4,}\d{1,4})$/
