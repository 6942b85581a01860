import { readFile } from 'node:fs/promises'

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
