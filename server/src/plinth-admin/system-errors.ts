/** What the operating system says when a file cannot be read or written, in words an operator can act on. */
const sentences: Partial<Record<string, string>> = {
  ENOSPC: 'There is no space left',
  EDQUOT: 'The disk quota is used up',
  EFBIG: 'A file would be larger than is allowed',
  EROFS: 'The file system is read-only',
  EACCES: 'This user has no access',
  EPERM: 'This user has no access',
  ENOENT: 'A file or folder is not there',
  ENOTDIR: 'There is a file where a folder should be',
  EISDIR: 'There is a folder where a file should be',
  EMFILE: 'Too many files are open',
  ENFILE: 'Too many files are open',
  EIO: 'The disk cannot be read or written',
}

/** Undefined for what is no error of the operating system. */
export function sayingOfSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, path } = error as NodeJS.ErrnoException
  const sentence = code === undefined ? undefined : sentences[code]
  if (sentence === undefined) return sayingOfSystemError(error.cause)
  return `${sentence}${path === undefined ? '' : ` (${path})`}: put that right, and run the command again.`
}
