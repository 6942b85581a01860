import { readFile, writeFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** The seconds of processor time a process and its children have taken so far, all their threads together. */
export async function cpuSeconds(pid: number): Promise<number> {
  const [stat, children] = await Promise.all(
    ['stat', `task/${pid}/children`].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
  ).catch(() => ['', ''])
  // It has just ended.
  if (!stat || children === undefined) return 0
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const own = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  const theirs = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(cpuSeconds))
  return theirs.reduce((sum, seconds) => sum + seconds, own)
}

/** How far above where it was the process has been while the work ran, in MiB; undefined where /proc cannot tell. */
export async function peakRise(pid: number, work: () => Promise<unknown>): Promise<number | undefined> {
  try {
    // "5" sets the peak back to what is resident now.
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
