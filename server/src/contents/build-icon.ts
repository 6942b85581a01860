import { createHash } from 'node:crypto'

import { listElements, resolvePath } from '@plinth/contract/page-references.ts'
import type { StorybookIcon } from '@plinth/contract/storybooks.ts'

import { findEntry } from '../archive/archive-index.ts'
import type { ArchiveIndex } from '../archive/archive-index.ts'
import type { ByteSource } from '../archive/file-source.ts'
import { readEntry } from '../archive/read-entry.ts'
import { iconTypeOf } from './icon-types.ts'

export interface Icon {
  bytes: Buffer
  mediaType: StorybookIcon['mediaType']
}

const maxPageBytes = 256 * 1024
const maxIconBytes = 64 * 1024
/** Of the files that a page names. */
const maxLinkedIcons = 8

/** Where browsers and Storybook look without being told. */
const usualPaths = ['favicon.svg', 'favicon.ico', 'favicon.png']

/** Storybook's own favicon, which says nothing about a build: the SHA-256 of what its releases contain. */
const storybooksOwn = new Set([
  // 7 and 8
  'd638674cba21b2442a92464d3046fb6dd884d1f82bf81fe8dce03effed61ebc1',
  // 9 and 10
  '3a13ac7344753df5a7cd5b41a67e33966c1ae723f1e5e5128a6ed1bca1adc85a',
])

/** The favicon of a build; undefined if it has none of its own. */
export async function readBuildIcon(index: ArchiveIndex, source: ByteSource): Promise<Icon | undefined> {
  const page = findEntry(index, 'index.html')
  const html = page && (await readEntry(source, page, maxPageBytes))
  const paths = new Set([...linkedIcons(html?.toString('utf8') ?? ''), ...usualPaths])
  for (const path of paths) {
    const entry = findEntry(index, path)
    const bytes = entry && (await readEntry(source, entry, maxIconBytes))
    const mediaType = bytes && iconTypeOf(bytes)
    if (mediaType && !storybooksOwn.has(createHash('sha256').update(bytes).digest('hex')))
      return { bytes, mediaType }
  }
  return undefined
}

/** The paths of `<link rel="icon">`. Of several, browsers take the last one. */
function linkedIcons(html: string): string[] {
  return Array.from(listElements(html))
    .filter(
      ({ name, attributes }) => name === 'link' && /^(?:shortcut )?icon$/i.test(attributes.get('rel') ?? ''),
    )
    .flatMap(({ attributes }) => resolvePath(attributes.get('href') ?? '', top, top.origin) ?? [])
    .slice(-maxLinkedIcons)
    .toReversed()
}

/** Stands for the top level of the build. */
const top = new URL('http://build.invalid/')
