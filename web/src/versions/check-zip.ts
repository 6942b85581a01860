import {
  directoryTooLarge,
  refuseKind,
  refuseName,
  refuseSizes,
  refuseTotal,
} from '@plinth/contract/archive-checks.ts'
import type { Refused } from '@plinth/contract/archive-checks.ts'
import { fixedArchiveLimits } from '@plinth/contract/archive-limits.ts'
import { archiveProblems } from '@plinth/contract/archive-problems.ts'
import { findMissing } from '@plinth/contract/page-references.ts'
import {
  entriesPerFile,
  isJunk,
  missingIndex,
  tooManyEntries,
  tooManyFiles,
} from '@plinth/contract/site-files.ts'
import { listZip, readText, siteFiles } from '@plinth/contract/zip-directory.ts'
import type { ListedEntry } from '@plinth/contract/zip-directory.ts'

/** What is known about a build before it is sent. */
export type Checked =
  /** Why the server would refuse it. */
  | { problem: string }
  /** The files that its pages name and that it lacks. */
  | { missing: string[] }

const nothingWrong: Checked = { missing: [] }

/**
 * Reads the directory of a zip and the pages it begins with, and reports what the server would refuse in the server's
 * words. Reports nothing in case of doubt: the server decides, and this only saves the user an upload.
 */
export async function checkZip(zip: Blob, fileLimit: number): Promise<Checked> {
  try {
    const listing = await listZip(zip, fileLimit * entriesPerFile)
    switch (listing.kind) {
      case 'listed': {
        const problem = checkEntries(listing.entries, zip.size, fileLimit)
        return problem === undefined ? await checkPages(zip, listing.entries) : { problem }
      }
      case 'too many entries':
        return { problem: tooManyEntries(listing.count, fileLimit) }
      case 'too large a directory':
        return { problem: directoryTooLarge(listing.length, fixedArchiveLimits.directoryBytes) }
      case 'not a zip':
        return { problem: archiveProblems.archive_not_a_zip.detail }
      case 'truncated':
        return { problem: archiveProblems.archive_truncated.detail }
      case 'unclear':
    }
  } catch {
    // Unreadable.
  }
  return nothingWrong
}

function checkEntries(entries: ListedEntry[], zipBytes: number, fileLimit: number): string | undefined {
  for (const entry of entries) {
    const refused = refuseEntry(entry)
    if (refused) return detailOf(refused)
  }
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0)
  const refused = refuseTotal(unpacked, zipBytes, fixedArchiveLimits)
  if (refused) return detailOf(refused)
  const paths = entries.map(({ name }) => name).filter((name) => !name.endsWith('/') && !isJunk(name))
  if (paths.length === 0) return archiveProblems.archive_empty.detail
  if (paths.length > fileLimit) return tooManyFiles(paths.length, fileLimit)
  return siteFiles(entries).has('index.html') ? undefined : missingIndex(paths)
}

function refuseEntry({ name, flags, method, attributes, ...sizes }: ListedEntry): Refused | undefined {
  const isFolder = name === '' || name.endsWith('/')
  return (
    refuseName(name, fixedArchiveLimits.nameBytes) ??
    refuseKind(name, flags, method, attributes) ??
    refuseSizes(name, { ...sizes, isFolder, method }, fixedArchiveLimits)
  )
}

const detailOf = ({ code, detail }: Refused) => detail ?? archiveProblems[code].detail

async function checkPages(zip: Blob, entries: ListedEntry[]): Promise<Checked> {
  const files = siteFiles(entries)
  const missing = await findMissing({
    has: (path) => files.has(path),
    readPage: async (path, maxBytes) => {
      const entry = files.get(path)
      return entry && readText(zip, entry, maxBytes)
    },
  })
  return { missing }
}
