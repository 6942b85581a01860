import { readFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'

import { StartupError } from '../../shared/startup-error.ts'

/** PostgreSQL refuses to run as root; for root it runs as this account, which every Unix has. */
const accountName = 'nobody'

export interface Unprivileged {
  /** The command that runs `file` with `args` without root's rights. */
  command(file: string, args: string[]): [file: string, args: string[]]
  own(path: string): Promise<void>
}

/** For ordinary users nothing changes; for root, commands run as an account without rights. */
export function unprivileged(): Unprivileged {
  if (process.getuid?.() !== 0) {
    return { command: (file, args) => [file, args], own: async () => {} }
  }
  const { uid, gid } = lookUp(accountName)
  // Reading through folders that are root's alone (a clone under /root, a private temporary folder)
  // is the one right it keeps.
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
      `PostgreSQL cannot run as root, and there is no account "${name}" to run it as: start as an ordinary user, or set DATABASE_URL.`,
    )
  }
  return { uid: Number(uid), gid: Number(gid) }
}
