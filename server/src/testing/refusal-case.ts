import type { ArchiveLimits } from '../archive/limits.ts'
import type { ArchiveRefusalCode } from '../archive/refusal.ts'
import { writeZip } from './zip-writer.ts'
import type { ZipEntry, ZipOptions } from './zip-writer.ts'

export interface RefusalCase {
  code: ArchiveRefusalCode
  because: string
  zip: Buffer
  /** What the detail must mention. */
  naming?: string | RegExp
  limits?: Partial<ArchiveLimits>
}

export const indexPage: ZipEntry = { name: 'index.html', content: '<!doctype html>' }

/** A valid page and one script that is odd in the given ways. */
export const zipWithOddEntry = (entry: Partial<ZipEntry>, options?: ZipOptions): Buffer =>
  writeZip([indexPage, { name: 'odd.js', content: 'let odd = true', ...entry }], options)

/** A valid page and small files with these names, flagged as UTF-8. */
export const zipWithNames = (...names: (string | Buffer)[]): Buffer =>
  writeZip([indexPage, ...names.map((name) => ({ name, content: 'x', flags: 0x800 }))])
