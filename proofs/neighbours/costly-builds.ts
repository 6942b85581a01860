import { writeZip } from '../../server/src/testing/zip-writer.ts'

/** How much of everything; the short form of the proof has little. */
export interface CostlySizes {
  /** Builds full of words, and words of each. */
  wordBuilds: number
  words: number
  docsPages: number
  storybooks: number
  versions: number
  /** Of a page of nothing but unfinished tags. */
  unfinishedTags: number
  fileBytes: number
  /** Of builds of nothing but names. */
  files: number
}

export const largeSizes: CostlySizes = {
  wordBuilds: 5,
  words: 20_000,
  docsPages: 50_000,
  storybooks: 1000,
  versions: 10_000,
  unfinishedTags: 350_000,
  fileBytes: 400_000_000,
  files: 49_000,
}

interface Entry {
  id: string
  title: string
  name: string
  type: 'story' | 'docs'
  importPath?: string
  tags?: string[]
}

const page = '<!doctype html><title>Costly</title>'

function buildOf(entries: readonly Entry[], more: Parameters<typeof writeZip>[0] = []): Buffer {
  const index = { v: 5, entries: Object.fromEntries(entries.map((entry) => [entry.id, entry])) }
  return writeZip([
    { name: 'index.html', content: page },
    ...(more.some(({ name }) => name === 'iframe.html') ? [] : [{ name: 'iframe.html', content: page }]),
    { name: 'index.json', content: JSON.stringify(index) },
    ...more,
  ])
}

const alike = 'abcdefghijklmnopqrstuvwxyzabcdefghij'
/** Words of forty letters, of which only the last four differ. */
const longWord = (n: number) =>
  alike +
  String(n % 10_000)
    .padStart(4, '0')
    .replaceAll(/\d/g, (digit) => 'klmnopqrst'.charAt(Number(digit)))

/** Four words that are like all of them, and none of them. */
export const misspelt = ['xyzu', 'zuxy', 'uxzy', 'yzxu'].map((ending) => alike + ending).join(' ')
export const camelCase = 'aaBb ccDd eeFf ggHh iiJj kkLl mmNn ooPp'

const wordsPerStory = 7

/** Small builds that fill the vocabulary of their account; with as many long tags as a story may have. */
export const buildOfWords = (nth: number, words: number): Buffer =>
  buildOf(
    Array.from({ length: Math.ceil(words / wordsPerStory) }, (_, i) => ({
      id: `words-${nth}-${i}--a`,
      title: `Words/${'title '.repeat(20)}${nth}/${i}`,
      name: Array.from({ length: wordsPerStory }, (__, n) =>
        longWord(nth * words + i * wordsPerStory + n),
      ).join(' '),
      type: 'story',
      tags: Array.from({ length: 50 }, (__, n) => `${'tag-'.repeat(20)}${nth}-${(i * 50 + n) % 1000}`),
    })),
  )

/** Docs pages of one file and one name: each could be any other, under a new id. */
export const buildOfDocs = (label: string, pages: number): Buffer =>
  buildOf(
    Array.from({ length: pages }, (_, i) => ({
      id: `docs-${label}-${i}--docs`,
      title: 'Docs',
      name: 'Docs',
      importPath: './docs.mdx',
      type: 'docs',
      tags: [],
    })),
  )

/** A page in which no tag ends. */
export const buildOfTags = (tags: number): Buffer =>
  buildOf(
    [{ id: 'a--b', title: 'A', name: 'B', type: 'story' }],
    [{ name: 'iframe.html', content: '<script '.repeat(tags) }],
  )

/** A large file that is nearly nothing in its zip. */
export const buildOfOneFile = (bytes: number): Buffer =>
  buildOf(
    [{ id: 'a--b', title: 'A', name: 'B', type: 'story' }],
    [{ name: 'assets/large.txt', content: Buffer.alloc(bytes, 'a') }],
  )

/** Empty files with long names. */
export const buildOfNames = (files: number): Buffer =>
  buildOf(
    [{ id: 'a--b', title: 'A', name: 'B', type: 'story' }],
    Array.from({ length: files }, (_, i) => ({ name: `${'folder/'.repeat(36)}${i}.txt`, content: '' })),
  )
