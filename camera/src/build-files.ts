import type { Side } from '@plinth/contract/camera.ts'

import type { FindFile, PageFile } from './browser/open-page.ts'
import type { Portal } from './portal.ts'

/** The most that is kept of a build. What a build would load beyond it, it does not get. */
const maxBytes = 512e6
/** A build that asks for more than this that it does not have gets no answers any more: it only wants to ask. */
const maxMissing = 1000

/** The files of a version, each fetched once. */
export function buildFiles(portal: Portal, job: string, side: Side): FindFile {
  const files = new Map<string, Promise<PageFile | undefined>>()
  let bytes = 0
  let missing = 0

  async function fetchFile(path: string): Promise<PageFile | undefined> {
    if (bytes > maxBytes || missing > maxMissing) return undefined
    const file = await portal.file(job, side, path)
    bytes += file?.body.length ?? 0
    if (!file) missing += 1
    return file
  }

  return (path) => {
    const known = files.get(path)
    if (known) return known
    const fetching = fetchFile(path)
    // Addresses that do not exist are as many as a build likes to invent.
    if (files.size < 20_000) files.set(path, fetching)
    fetching.catch(() => files.delete(path))
    return fetching
  }
}
