import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'

import { formatBytes } from '@plinth/contract/format-bytes.ts'

import { filesOfBuild, requirePages, unreadable } from './check-build.ts'
import { Failure } from './failure.ts'
import type { Context } from './main.ts'
import type { Progress } from './progress.ts'
import { zipFolder } from './zip-folder.ts'
import { namesInZip } from './zip-names.ts'

/** What is to be published, checked and ready to be read as often as it must be sent. */
export interface Source {
  name: string
  about: string
  /** What progress counts: bytes of the files, or of the zip. */
  bytes: number
  files: number | undefined
  /** The length of what is sent, where it is known before. */
  zipBytes: number | undefined
  open: (progress: Progress) => AsyncIterable<Buffer>
}

export async function readSource({ line }: Pick<Context, 'line'>): Promise<Source> {
  const [, folder, ...more] = line.words
  const zip = line.text('zip')
  if (more.length > 0)
    throw new Failure('usage', 'Give one folder to publish, not several; quote names with spaces.')
  if (folder !== undefined && zip !== undefined) {
    throw new Failure('usage', 'Give a folder or --zip, not both.')
  }
  if (zip !== undefined) return readZip(zip, line.isOn('site'))
  if (folder === undefined) {
    throw new Failure('usage', 'Say what to publish: plinth publish ./storybook-static, or --zip FILE.')
  }
  return readFolder(folder, line.isOn('site'))
}

async function readFolder(folder: string, isSite: boolean): Promise<Source> {
  const files = await filesOfBuild(folder, isSite)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return {
    name: folder,
    about: `${files.length} files, ${formatBytes(bytes)}`,
    bytes,
    files: files.length,
    zipBytes: undefined,
    open: (progress) => told(zipFolder(files, { onRead: progress.advance }), progress),
  }
}

async function readZip(path: string, isSite: boolean): Promise<Source> {
  const facts = await stat(path).catch(() => undefined)
  if (!facts) throw new Failure('notABuild', `There is no file ${path}: check --zip.`)
  if (!facts.isFile()) throw new Failure('notABuild', `${path} is no file: give a folder without --zip.`)
  const names = await namesInZip(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  if (names === 'no zip')
    throw new Failure('notABuild', `${path} is no zip, or not a whole one: zip the build anew.`)
  if (names) requirePages(path, names, isSite)
  return {
    name: basename(path),
    about: formatBytes(facts.size),
    bytes: facts.size,
    files: undefined,
    zipBytes: facts.size,
    open: (progress) => told(readExactly(path, facts.size, progress), progress),
  }
}

/** The length has been announced: a file that changes meanwhile must not become a request that never ends. */
async function* readExactly(path: string, size: number, progress: Progress): AsyncGenerator<Buffer> {
  let read = 0
  try {
    for await (const piece of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
      read += piece.length
      progress.advance(piece.length)
      yield piece
    }
  } catch (error) {
    throw unreadable(path, error)
  }
  if (read !== size)
    throw new Failure('notABuild', `${path} has become shorter while it was sent: try again.`)
}

async function* told(pieces: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  yield* pieces
  progress.sent()
}
