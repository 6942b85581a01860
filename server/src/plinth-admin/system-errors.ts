/** Errors of the operating system, in words an operator can act on. */
const descriptions: Partial<Record<string, string>> = {
  ENOSPC: 'There is no space left',
  EDQUOT: 'The disk quota is used up',
  EFBIG: 'A file would be larger than allowed',
  EROFS: 'The file system is read-only',
  EACCES: 'This user has no access',
  EPERM: 'This user has no access',
  ENOENT: 'A file or folder is missing',
  ENOTDIR: 'There is a file where a folder should be',
  EISDIR: 'There is a folder where a file should be',
  EMFILE: 'Too many files are open',
  ENFILE: 'Too many files are open',
  EIO: 'The disk cannot be read or written',
}

/** Undefined for any other error. */
export function describeSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, path } = error as NodeJS.ErrnoException
  const description = code === undefined ? undefined : descriptions[code]
  if (description === undefined) return describeSystemError(error.cause)
  return `${description}${path === undefined ? '' : ` (${path})`}: fix this, and run the command again.`
}
