import { createHash } from 'node:crypto'
import { fstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

import { readExactly } from '../archive/file-source.ts'

const hashedAtOnce = 1024 * 1024

/** A file of the cache that is being read from. It is closed when it is given up and nobody reads any more. */
export class LocalCopy {
  readonly bytes: number
  readonly writtenAt: number
  readonly #handle: FileHandle
  readonly #onClosed: (copy: LocalCopy) => void
  #readers = 0
  #isGivenUp = false

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
    const handle = await open(path, 'r')
    const { size, mtimeMs } = await handle.stat()
    return new LocalCopy(handle, size, mtimeMs, onClosed)
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  /** Whether the file is as it was when it was opened: nobody has any business changing it. */
  isIntact(): boolean {
    const { size, mtimeMs } = fstatSync(this.#handle.fd)
    return size === this.bytes && mtimeMs === this.writtenAt
  }

  async read(start: number, length: number): Promise<Buffer> {
    this.#readers += 1
    try {
      return await readExactly(this.#handle, Buffer.allocUnsafe(length), start)
    } finally {
      this.#readers -= 1
      this.#closeIfUnused()
    }
  }

  async sha256(): Promise<Buffer> {
    const hash = createHash('sha256')
    for (let at = 0; at < this.bytes; at += hashedAtOnce) {
      hash.update(await this.read(at, Math.min(hashedAtOnce, this.bytes - at)))
    }
    return hash.digest()
  }

  giveUp(): void {
    if (this.#isGivenUp) return
    this.#isGivenUp = true
    this.#closeIfUnused()
  }

  #closeIfUnused() {
    if (!this.#isGivenUp || this.#readers > 0) return
    this.#onClosed(this)
    void this.#handle.close()
  }
}
