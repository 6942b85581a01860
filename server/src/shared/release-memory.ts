/**
 * Frees the memory behind a buffer now, without waiting for garbage collection, if all of it was allocated for this
 * buffer. Buffers live outside V8's heap, and each thread lets about 64 MiB of dead ones pile up before it collects
 * them; code that streams gigabytes releases them itself. The buffer, and every view of its memory, is empty afterwards.
 */
export function releaseMemory({ buffer }: Buffer, allocatedBytes: number): void {
  // Small buffers are slices of a pool that others use: its size tells them apart.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === allocatedBytes) buffer.transfer(0)
}
