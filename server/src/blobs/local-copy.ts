import { fstatSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

import { readExactly, streamOf } from '../archive/file-source.ts'
import { sha256Of } from '../shared/hashing-stream.ts'
import { openFile } from '../shared/open-file.ts'

/** A file of the cache, open for reading. `close` takes effect once the pending reads are done. */
export class LocalCopy {
  readonly bytes: number
  readonly writtenAt: number
  readonly #handle: FileHandle
  readonly #onClosed: (copy: LocalCopy) => void
  #readers = 0
  #isClosed = false

  private constructor(
    handle: FileHandle,
    bytes: number,
    writtenAt: number,
    onClosed: (copy: LocalCopy) => void,
  ) {
    this.#handle = handle
    this.bytes = bytes
    this.writtenAt = writtenAt
    this.#onClosed = onClosed
  }

  static async open(path: string, onClosed: (copy: LocalCopy) => void): Promise<LocalCopy> {
    const { handle, stats } = await openFile(path)
    return new LocalCopy(handle, stats.size, stats.mtimeMs, onClosed)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Whether the file is unchanged since it was opened. */
  isIntact(): boolean {
    try {
      const { size, mtimeMs } = fstatSync(this.#handle.fd)
      return size === this.bytes && mtimeMs === this.writtenAt
    } catch {
      return false
    }
  }

  async read(start: number, length: number): Promise<Buffer> {
    this.#readers += 1
    try {
      return await readExactly(this.#handle, Buffer.allocUnsafe(length), start)
    } finally {
      this.#readers -= 1
      this.#closeHandleIfUnused()
    }
  }

  sha256(): Promise<Buffer> {
    return sha256Of(streamOf((start, length) => this.read(start, length), 0, this.bytes))
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closeHandleIfUnused()
  }

  #closeHandleIfUnused() {
    if (!this.#isClosed || this.#readers > 0) return
    this.#onClosed(this)
    void this.#handle.close()
  }
}
