import { isUtf8 } from 'node:buffer'

import { storableText } from '../storable-text.ts'

/** Where an address that a file contains leads to; '' for what is no address. An exception would take ten times as long. */
export function resolvePath(from: string, to: string): string {
  return decoded(URL.parse(to, `http://build/${from}`)?.pathname.slice(1) ?? '')
}

/** What `decodeURIComponent` makes of an ASCII text, or '' where that throws. */
function decoded(path: string): string {
  if (!path.includes('%')) return path
  if (/%(?![\da-f]{2})/i.test(path)) return ''
  const bytes = path.replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const encoded = Buffer.from(bytes, 'latin1')
  return isUtf8(encoded) ? encoded.toString() : ''
}

export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Button-x7Fq0_2A.js → Button.js, and 123.4ac0de12.iframe.bundle.js → 123.iframe.bundle.js */
export const withoutHash = (file: string): string =>
  file.replace(/[-.][\w-]{8}(?=(?:\.iframe\.bundle)?\.\w+$)/, '')

/** The name of a module that a build makes up may be megabytes, and is stated for every entry that depends on it. */
const maxNameLength = 200

export const shortName = (name: string): string => storableText(name, maxNameLength)

/** A source file as people call it: `Button.tsx`, `Button/index.tsx`, or the package that it belongs to. */
export const sourceName = (path: string): string => shortName(fullName(path))

function fullName(path: string): string {
  const inPackage = path.split('node_modules/').at(-1) ?? ''
  if (inPackage !== path) return /^(?:@[^/]+\/)?[^/]+/.exec(inPackage)?.[0] ?? inPackage
  const parts = path.split('/').filter((part) => part !== '.' && part !== '..')
  return parts.slice(/^index\.\w+$/.test(parts.at(-1) ?? '') ? -2 : -1).join('/')
}

/** Button of `./src/Button.tsx` */
export const stem = (path: string): string => lastPart(path).replace(/\.\w+$/, '')
