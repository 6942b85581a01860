import { readFile, writeFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** Seconds of CPU time used so far by a process and its children, over all threads. */
export async function cpuSeconds(pid: number): Promise<number> {
  const [stat, children] = await Promise.all(
    ['stat', `task/${pid}/children`].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
  ).catch(() => ['', ''])
  // The process has ended.
  if (!stat || children === undefined) return 0
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const own = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  const theirs = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(cpuSeconds))
  return theirs.reduce((sum, seconds) => sum + seconds, own)
}

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
