import { readdir, readlink } from 'node:fs/promises'

/** The paths that this process has open and that begin like this; none where that cannot be seen. */
export async function openFilesBelow(path: string): Promise<string[]> {
  const handles = await readdir('/proc/self/fd').catch(() => [])
  const open = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return open.filter((name) => name.startsWith(path))
}
