import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

import { chromiumFlags } from './browser/flags.ts'

/** Raised when the same story would get another picture for a reason that is in this package. */
const pictureFormat = 3

/** What pictures depend on besides the story. Two that are equal compare; others are taken again. */
export function environmentOf(product: string): string {
  const hash = createHash('sha256').update(chromiumFlags.join('\n')).update(installedFonts())
  return `${product}, ${process.arch}, ${pictureFormat}, ${hash.digest('hex').slice(0, 16)}`
}

/** The fonts that Chromium finds; empty where that cannot be told. */
function installedFonts(): string {
  try {
    const list = execFileSync('fc-list', ['--format', '%{file} %{fontversion}\n'], { encoding: 'utf8' })
    return list.split('\n').toSorted().join('\n')
  } catch {
    return ''
  }
}
