import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Files that this process creates from now on are readable by its own user only. */
export const createPrivateFiles = (): void => void process.umask(0o077)

/** The portal's own files in its data folder. */
const ownFiles = /^(?:archives|blobs|cache|drafts|postgres|scripts|plinth\.log.*)$/

/**
 * Removes other users' access to what an earlier version left readable. The folder itself is restricted only if it holds
 * nothing else: the setting may name a folder that is used for other things too.
 */
export function restrictDataFolder(folder: string): void {
  const names = readdirSync(folder)
  for (const name of names.filter((each) => ownFiles.test(each))) restrict(join(folder, name))
  if (names.every((name) => ownFiles.test(name))) restrict(folder)
}

/** Removes access to a file or folder for everybody but its owner. */
export function restrict(path: string): void {
  const facts = statSync(path)
  if (!facts.isFile() && !facts.isDirectory()) return
  const isRestricted = (facts.mode & 0o077) === 0
  if (isRestricted) return
  try {
    chmodSync(path, facts.isDirectory() ? 0o700 : 0o600)
  } catch (error) {
    // Owned by another user, for example a volume mounted by the container's host: their decision.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOTSUP') throw error
  }
}
