import { deflated, stored } from '@plinth/contract/archive-checks.ts'
import { crc32 } from '@plinth/contract/crc32.ts'
import {
  compressedFormats,
  descriptor,
  directoryEntry,
  endRecord,
  localHeader,
} from '@plinth/contract/zip-records.ts'
import type { ZipEntry } from '@plinth/contract/zip-records.ts'

import { texts } from '../texts/texts.ts'
import type { FolderFile } from './read-folder.ts'

export interface ZipProgress {
  signal: AbortSignal
  /** Called with the length of every chunk that is read. */
  onRead: (bytes: number) => void
}

/**
 * Zips files into a Blob. It is made before it is sent, because browsers send streams only over HTTP/2. What is compressed
 * is handed to the browser every few megabytes, which keeps large Blobs on disk; what is not compressed stays in its file.
 */
export async function zipFolder(files: readonly FolderFile[], progress: ZipProgress): Promise<Blob> {
  const parts = collectParts()
  const entries: ZipEntry[] = []
  for (const { path, file } of files) {
    progress.signal.throwIfAborted()
    const entry: ZipEntry = {
      name: new TextEncoder().encode(path),
      method: file.size === 0 || compressedFormats.test(path) ? stored : deflated,
      isStreamed: false,
      crc32: 0,
      compressedSize: 0,
      size: 0,
      offset: parts.bytes(),
    }
    try {
      await (entry.method === stored ? store : compress)(file, entry, parts, progress)
    } catch (error) {
      progress.signal.throwIfAborted()
      throw new Error(texts.versions.errors.fileChanged(path), { cause: error })
    }
    entries.push(entry)
  }
  const start = parts.bytes()
  for (const entry of entries) parts.add(directoryEntry(entry))
  parts.add(endRecord(entries.length, start, parts.bytes() - start))
  return parts.join()
}

/** Read once for its checksum; the zip then refers to the file itself. */
async function store(file: File, entry: ZipEntry, parts: Parts, progress: ZipProgress) {
  await file.stream().pipeThrough(measure(entry, progress)).pipeTo(new WritableStream())
  entry.compressedSize = entry.size
  parts.add(localHeader(entry))
  parts.addFile(file.slice(0, entry.size))
}

async function compress(file: File, entry: ZipEntry, parts: Parts, progress: ZipProgress) {
  entry.isStreamed = true
  parts.add(localHeader(entry))
  const start = parts.bytes()
  await file
    .stream()
    .pipeThrough(measure(entry, progress))
    .pipeThrough(new CompressionStream('deflate-raw'))
    .pipeTo(new WritableStream({ write: parts.add }))
  entry.compressedSize = parts.bytes() - start
  parts.add(descriptor(entry))
}

type Bytes = Uint8Array<ArrayBuffer>

/** Passes chunks on, and adds them to the entry's size and checksum. */
const measure = (entry: ZipEntry, { signal, onRead }: ZipProgress) =>
  new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      signal.throwIfAborted()
      entry.crc32 = crc32(chunk, entry.crc32)
      entry.size += chunk.length
      onRead(chunk.length)
      controller.enqueue(chunk)
    },
  })

/** What is kept as bytes of this page before it is handed over. */
const maxHeldBytes = 4 * 1024 * 1024

type Parts = ReturnType<typeof collectParts>

function collectParts() {
  const blobs: Blob[] = []
  let held: Bytes[] = []
  let heldBytes = 0
  let bytes = 0

  function handOver() {
    if (held.length > 0) blobs.push(new Blob(held))
    held = []
    heldBytes = 0
  }
  return {
    bytes: () => bytes,
    add: (part: Bytes) => {
      held.push(part)
      bytes += part.length
      heldBytes += part.length
      if (heldBytes > maxHeldBytes) handOver()
    },
    addFile: (file: Blob) => {
      handOver()
      blobs.push(file)
      bytes += file.size
    },
    join: () => {
      handOver()
      return new Blob(blobs, { type: 'application/zip' })
    },
  }
}
