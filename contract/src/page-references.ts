import { listModuleImports } from './module-imports.ts'

/**
 * Which files of a build its pages name: scripts, stylesheets, preloaded modules, and what inline modules import. A page
 * whose scripts are missing stays blank, so whoever publishes is told. Pages come from anywhere: reading one takes linear
 * time, and what is in doubt is not reported.
 */

/** The pages that a Storybook starts with. */
const startPages = ['index.html', 'iframe.html'] as const

/** Longer pages are not read. */
const maxPageBytes = 2 * 1024 * 1024

const maxReferences = 1000
const maxBaseLength = 2000

/** The files of a build that a page at its top level names, each once. */
export function listReferences(html: string): string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  let base: URL | undefined = new URL('http://build.invalid/')
  let hasBase = false
  const { origin } = base

  function add(address: string) {
    if (seen.has(address) || seen.size === maxReferences) return
    seen.add(address)
    const path = base && resolvePath(address, base, origin)
    if (path) found.add(path)
  }
  for (const { name, attributes, text } of listElements(html)) {
    const href = attributes.get('href')
    if (name === 'base' && href !== undefined && !hasBase) {
      hasBase = true
      // Every reference would repeat a longer one.
      base = href.length <= maxBaseLength ? resolve(href, base) : undefined
    }
    if (name === 'link' && href !== undefined && isNeeded(attributes.get('rel'))) add(href)
    if (name === 'script') {
      const src = attributes.get('src')
      const type = attributes.get('type')?.trim().toLowerCase() ?? ''
      const isModule = type === 'module'
      if (attributes.has('nomodule') || !(isModule || scriptTypes.test(type))) continue
      if (src !== undefined) add(src)
      else if (isModule) listModuleImports(text).forEach(add)
    }
  }
  return [...found]
}

/** The files of a build, by their paths. */
interface BuildFiles {
  has: (path: string) => boolean
  /** Undefined for a page that is not there, is longer than a page may be, or cannot be read. */
  readPage: (path: string, maxBytes: number) => Promise<string | undefined>
}

/** What the pages that a build starts with name and the build lacks. */
export async function findMissing({ has, readPage }: BuildFiles): Promise<string[]> {
  const pages = await Promise.all(startPages.map((page) => readPage(page, maxPageBytes)))
  const named = new Set(pages.flatMap((page) => (page === undefined ? [] : listReferences(page))))
  return [...named].filter((path) => !has(path))
}

const scriptTypes = /^(?:$|(?:text|application)\/(?:x-)?(?:java|ecma)script$)/

const isNeeded = (rel = '') => /(?:^|\s)(?:stylesheet|modulepreload)(?:\s|$)/i.test(rel)

/** The path of a file in the build; undefined for other sites, folders, and what cannot be a name in a zip. */
export function resolvePath(address: string, base: URL, origin: string): string | undefined {
  // Rather than knowing all of them: a name with a character reference is not judged.
  const plain = address.replaceAll('&amp;', '&').trim()
  if (plain === '' || /&[#a-z]/i.test(plain.split('?', 1)[0] ?? '')) return undefined
  const url = resolve(plain, base)
  if (!url || url.origin !== origin || url.pathname.endsWith('/')) return undefined
  try {
    return decodeURIComponent(url.pathname.slice(1))
  } catch {
    return undefined
  }
}

/** `URL.parse` is missing in Node 20. */
function resolve(address: string, base: URL | undefined): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

interface Element {
  name: string
  attributes: ReadonlyMap<string, string>
  /** Of a script; otherwise empty. */
  text: string
}

/** Their text is not markup. With scripts allowed, that of `noscript` is not either. */
const rawText = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'xmp',
])

/** The elements that a page begins with start tags, except inside templates, which are not loaded. */
export function* listElements(html: string): Generator<Element> {
  let at = 0
  let templates = 0
  for (;;) {
    at = html.indexOf('<', at)
    if (at === -1) return
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 2)
      if (end === -1) return
      at = end + 3
      continue
    }
    const [, slash, tag] = /<(\/?)([a-z][^\s/>]{0,40})/iy.exec(sliceAt(html, at)) ?? []
    if (tag === undefined) {
      at += 1
      continue
    }
    const name = tag.toLowerCase()
    const { attributes, end } = readAttributes(html, at + tag.length + (slash ? 2 : 1))
    at = end
    if (name === 'template') templates = Math.max(0, templates + (slash ? -1 : 1))
    if (slash || name === 'template') continue
    const textStart = at
    if (rawText.has(name)) at = endOfRawText(html, name, at)
    if (templates === 0) yield { name, attributes, text: name === 'script' ? html.slice(textStart, at) : '' }
  }
}

/** Long enough for a tag's name. */
const sliceAt = (html: string, at: number) => html.slice(at, at + 48)

/** Where its end tag begins, or the end of the page. */
function endOfRawText(html: string, name: string, start: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, 'gi')
  end.lastIndex = start
  return end.exec(html)?.index ?? html.length
}

/** The attributes of a tag, the first of each name, and where the tag ends. */
function readAttributes(html: string, start: number) {
  const attributes = new Map<string, string>()
  const attribute = /[\s/]*(?:>|([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(["'])|([^\s>]*)))?|=)/y
  let end = start
  for (;;) {
    attribute.lastIndex = end
    const match = attribute.exec(html)
    const [whole = '', name, double, single, openQuote, bare] = match ?? []
    // The page ends within the tag; what follows an open quote belongs to its value.
    if (!match || openQuote !== undefined) return { attributes, end: html.length }
    end = attribute.lastIndex
    if (whole.endsWith('>') && name === undefined) return { attributes, end }
    const key = name?.toLowerCase()
    if (key !== undefined && !attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '')
  }
}
