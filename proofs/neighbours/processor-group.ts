import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux keeps groups of processes that share the processors: version 1 of its interface, and version 2. */
const roots = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup']

/**
 * Has this process and all that it starts share one group, as in a container; the function leaves it. Elsewhere Linux may
 * give the same time to every session (`sched_autogroup_enabled`), and each connection of PostgreSQL is one: priorities
 * would mean nothing between the portal, its database and its clients. Undefined where there is no group to join.
 */
export function joinProcessorGroup(): (() => void) | undefined {
  for (const root of roots) {
    try {
      return joinGroupIn(root)
    } catch {
      // Not this version, or not allowed.
    }
  }
  return undefined
}

function joinGroupIn(root: string): () => void {
  const group = join(root, 'plinth-neighbours')
  mkdirSync(group, { recursive: true })
  moveTo(group)
  return () => {
    moveTo(root)
    rmdirSync(group)
  }
}

const moveTo = (group: string) => writeFileSync(join(group, 'cgroup.procs'), String(process.pid))
