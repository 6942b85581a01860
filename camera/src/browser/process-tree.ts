import { readdirSync, readFileSync } from 'node:fs'

export interface TreeUse {
  processes: number
  threads: number
  /** Memory that belongs to these processes alone. */
  bytes: number
}

/** What a process and everything it started use now. Linux only, as the camera. */
export function measureTree(root: number): TreeUse {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const use = { processes: 0, threads: 0, bytes: 0 }
  const toVisit = [root]
  for (let id = toVisit.pop(); id !== undefined; id = toVisit.pop()) {
    toVisit.push(...(children.get(id) ?? []))
    const own = measure(id)
    if (!own) continue
    use.processes += 1
    use.threads += own.threads
    use.bytes += own.bytes
  }
  return use
}

/** Undefined if the process has ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function parentOf(id: number): number | undefined {
  const stat = read(`/proc/${id}/stat`)
  // The second field is the name, in parentheses, and may contain anything.
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function measure(id: number) {
  const status = read(`/proc/${id}/status`)
  if (status === undefined) return undefined
  const number = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return { threads: number('Threads'), bytes: (number('RssAnon') + number('RssShmem')) * 1024 }
}
