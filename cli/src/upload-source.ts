import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'

import { formatBytes } from '@plinth/contract/format-bytes.ts'
import { findMissing } from '@plinth/contract/page-references.ts'
import { listZip, readText, siteFiles } from '@plinth/contract/zip-directory.ts'

import { listBuildFiles, requirePages, unreadable } from './check-build.ts'
import { Failure } from './failure.ts'
import type { ParsedArgs } from './flags.ts'
import type { FolderFile } from './list-files.ts'
import type { Progress } from './progress.ts'
import { withZip } from './zip-file.ts'
import { zipFolder } from './zip-folder.ts'

/** The build to publish, checked. Every attempt reads it again from the start. */
export interface UploadSource {
  name: string
  /** "3,477 files, 43.5 MB" */
  summary: string
  /** What progress counts: bytes of the files, or of the zip. */
  bytes: number
  files: number | undefined
  /** The length of the zip, if it is known in advance. */
  zipBytes: number | undefined
  /** What its pages name and it lacks, as far as that can be told. */
  missing: string[]
  read: (progress: Progress) => AsyncIterable<Buffer>
}

export async function openUploadSource(args: ParsedArgs): Promise<UploadSource> {
  const [, folder, ...more] = args.positionals
  const zip = args.value('zip')
  if (more.length > 0) {
    throw new Failure('usage', 'Give one folder to publish, not several; quote names with spaces.')
  }
  if (folder !== undefined && zip !== undefined) {
    throw new Failure('usage', 'Give a folder or --zip, not both.')
  }
  if (zip !== undefined) return openZip(zip, args.isSet('site'))
  if (folder === undefined) {
    throw new Failure(
      'usage',
      'Nothing to publish: give a folder, such as ./storybook-static, or --zip FILE.',
    )
  }
  return openFolder(folder, args.isSet('site'))
}

async function openFolder(folder: string, isSite: boolean): Promise<UploadSource> {
  const files = await listBuildFiles(folder, isSite)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return {
    name: folder,
    summary: `${countFiles(files.length)}, ${formatBytes(bytes)}`,
    bytes,
    files: files.length,
    zipBytes: undefined,
    missing: await findMissingIn(files),
    read: (progress) => withFinish(zipFolder(files, { onRead: progress.advance }), progress),
  }
}

function findMissingIn(files: readonly FolderFile[]): Promise<string[]> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  return findMissing({
    has: (path) => byPath.has(path),
    readPage: async (path, maxBytes) => {
      const file = byPath.get(path)
      return file && file.size <= maxBytes ? readFile(file.location, 'utf8') : undefined
    },
  })
}

const countFiles = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`

async function openZip(path: string, isSite: boolean): Promise<UploadSource> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats) throw new Failure('notABuild', `There is no file ${path}: check --zip.`)
  if (!stats.isFile())
    throw new Failure('notABuild', `${path} is not a file: publish a folder without --zip.`)
  const missing = await checkZip(path, isSite)
  return {
    name: basename(path),
    summary: formatBytes(stats.size),
    bytes: stats.size,
    files: undefined,
    zipBytes: stats.size,
    missing,
    read: (progress) => withFinish(readExactly(path, stats.size, progress), progress),
  }
}

/** Fails if the zip holds no build. Returns what the build's pages name and it lacks; the portal does the real checks. */
const checkZip = (path: string, isSite: boolean): Promise<string[]> =>
  withZip(path, async (zip) => {
    const listing = await listZip(zip)
    if (listing.kind === 'not a zip' || listing.kind === 'truncated')
      throw new Failure('notABuild', `${path} is not a zip, or it is incomplete: zip the build again.`)
    if (listing.kind !== 'listed') return []
    const files = siteFiles(listing.entries)
    requirePages(path, new Set(files.keys()), isSite)
    return findMissing({
      has: (name) => files.has(name),
      readPage: async (name, maxBytes) => {
        const entry = files.get(name)
        return entry && readText(zip, entry, maxBytes)
      },
    })
  }).catch((error: unknown) => {
    throw error instanceof Failure ? error : unreadable(path, error)
  })

/** The length is already in the header: if the file shrinks meanwhile, the request would never end. */
async function* readExactly(path: string, size: number, progress: Progress): AsyncGenerator<Buffer> {
  let read = 0
  try {
    for await (const chunk of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
      read += chunk.length
      progress.advance(chunk.length)
      yield chunk
    }
  } catch (error) {
    throw unreadable(path, error)
  }
  if (read !== size) throw new Failure('notABuild', `${path} shrank while it was being sent: try again.`)
}

async function* withFinish(chunks: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  yield* chunks
  progress.finish()
}
