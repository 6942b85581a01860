import type { ArchiveLimits } from '../archive/limits.ts'
import type { ArchiveRefusalCode } from '../archive/refusal.ts'
import { writeZip } from './zip-writer.ts'
import type { ZipEntry, ZipOptions } from './zip-writer.ts'

export interface RefusalCase {
  code: ArchiveRefusalCode
  because: string
  zip: Buffer
  /** what the detail must name */
  naming?: string | RegExp
  limits?: Partial<ArchiveLimits>
}

export const indexPage: ZipEntry = { name: 'index.html', content: '<!doctype html>' }

/** An honest page and one script that is odd in the ways given. */
export const zipWithOdd = (entry: Partial<ZipEntry>, options?: ZipOptions): Buffer =>
  writeZip([indexPage, { name: 'odd.js', content: 'let odd = true', ...entry }], options)

/** An honest page and small files of these names, claimed to be UTF-8. */
export const zipNaming = (...names: (string | Buffer)[]): Buffer =>
  writeZip([indexPage, ...names.map((name) => ({ name, content: 'x', flags: 0x800 }))])
