import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** From here on, whatever this process creates can be read by its own user only. */
export const createPrivateFiles = (): void => void process.umask(0o077)

/** What the portal itself puts into its data folder. */
const ours = /^(?:archives|blobs|cache|drafts|postgres|plinth\.log.*)$/

/**
 * Closes what an earlier version left readable for other users. The folder itself is closed only if nothing in it is
 * somebody else's: the setting may name a folder that is used for other things too.
 */
export function restrictDataFolder(folder: string): void {
  const names = readdirSync(folder)
  for (const name of names.filter((each) => ours.test(each))) restrict(join(folder, name))
  if (names.every((name) => ours.test(name))) restrict(folder)
}

/** Takes a file or folder away from everybody but its owner. */
export function restrict(path: string): void {
  const facts = statSync(path)
  if (!facts.isFile() && !facts.isDirectory()) return
  const isRestricted = (facts.mode & 0o077) === 0
  if (isRestricted) return
  try {
    chmodSync(path, facts.isDirectory() ? 0o700 : 0o600)
  } catch (error) {
    // Another user's, a volume mounted by the container's host say: theirs to decide.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOTSUP') throw error
  }
}
