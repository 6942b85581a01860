import { readFile, writeFile } from 'node:fs/promises'

/** Peak rise of a process's resident memory during the work, in MiB; undefined where /proc cannot tell. */
export async function peakRise(pid: number, work: () => Promise<unknown>): Promise<number | undefined> {
  try {
    // "5" resets the peak to the current resident memory.
    await writeFile(`/proc/${pid}/clear_refs`, '5')
  } catch {
    await work()
    return undefined
  }
  const before = await kilobytes(pid, 'VmRSS')
  await work()
  return ((await kilobytes(pid, 'VmHWM')) - before) / 1024
}

async function kilobytes(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
}
