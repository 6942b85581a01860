import { readFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'

import { StartupError } from '../../shared/startup-error.ts'

/** PostgreSQL refuses to run as root, so it runs as this user, which every Unix has. */
const userName = 'nobody'

export interface Unprivileged {
  /** The command that runs `file` with `args` without root's rights. */
  command(file: string, args: string[]): [file: string, args: string[]]
  own(path: string): Promise<void>
}

/** For root, runs commands as an unprivileged user; for other users nothing changes. */
export function unprivileged(): Unprivileged {
  if (process.getuid?.() !== 0) {
    return { command: (file, args) => [file, args], own: async () => {} }
  }
  const { uid, gid } = lookUp(userName)
  // Keeps only the right to read through folders that are private to root, such as a clone under /root.
  const privileges = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_read_search',
    '--ambient-caps=-all,+dac_read_search',
  ]
  return {
    command: (file, args) => ['setpriv', [...privileges, file, ...args]],
    own: (path) => chown(path, uid, gid),
  }
}

function lookUp(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) {
    throw new StartupError(
      `PostgreSQL cannot run as root, and there is no user "${name}" to run it as. Start as an ordinary user, or set DATABASE_URL.`,
    )
  }
  return { uid: Number(uid), gid: Number(gid) }
}
