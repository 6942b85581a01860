import type { IndexEntry } from '../../archive/archive-index.ts'
import { readEntry } from '../../archive/read-entry.ts'
import type { StoredFile } from '../../archive/serve-entry.ts'
import type { OpenArchive } from '../archive.ts'

/** A Storybook asks for these, and opens the `loginUrl` that it finds in them. */
const readByManagers = new Set(['index.json', 'stories.json', 'metadata.json'])
const maxBytes = 16 * 1024 * 1024

/** JSON.stringify never escapes letters. */
const loginUrl = /"loginUrl"\s*:|\\u00[4-7]/i

/** By the entry, which is the same object while its version stays open. */
const answers = new WeakMap<IndexEntry, Promise<boolean>>()

/**
 * The file at a path, unless it makes a composing Storybook open an address of the build's choice: people would take it for
 * the portal's sign-in, and may be lured into allowing what somebody else has asked for.
 */
export async function findComposedFile(
  archive: OpenArchive,
  path: string,
  as: 'uploaded' | 'shown',
): Promise<StoredFile | undefined> {
  const file = await archive.find(path, as)
  if (!file || !readByManagers.has(file.entry.path)) return file
  return (await asksToSignIn(file)) ? undefined : file
}

function asksToSignIn({ entry, source }: StoredFile): Promise<boolean> {
  const known = answers.get(entry)
  if (known !== undefined) return known
  const reading = readEntry(source, entry, maxBytes).then(
    (content) => content === undefined || loginUrl.test(content.toString('latin1')),
  )
  answers.set(entry, reading)
  reading.catch(() => answers.delete(entry))
  return reading
}
