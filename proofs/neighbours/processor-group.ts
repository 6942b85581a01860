import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux keeps groups of processes that share the processors. */
const root = '/sys/fs/cgroup/cpu'
const group = join(root, 'plinth-neighbours')

/**
 * Moves this process, and all that it starts from now on, into one group, as in a container; the returned function leaves the
 * group. Elsewhere Linux may give the same time to every session (`sched_autogroup_enabled`), and each connection of
 * PostgreSQL is a session: priorities would mean nothing between the portal, its database and its clients. Undefined where
 * this process may not make groups.
 */
export function joinProcessorGroup(): (() => void) | undefined {
  try {
    mkdirSync(group, { recursive: true })
    moveTo(group)
  } catch {
    return undefined
  }
  return () => {
    moveTo(root)
    rmdirSync(group)
  }
}

const moveTo = (folder: string) => writeFileSync(join(folder, 'cgroup.procs'), String(process.pid))
