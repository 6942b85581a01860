import type { Comparison } from '@plinth/contract/compare.ts'
import type { Entry } from '@plinth/contract/contents.ts'
import { useQuery } from '@tanstack/react-query'

import { contentsQuery } from '../contents/queries.ts'
import type { StoryRequest } from '../viewer/story-address.ts'
import { entriesToCompare } from './changed-entries.ts'
import type { ComparedEntry } from './changed-entries.ts'

interface Compared {
  /** All that differs. */
  entries: ComparedEntry[]
  /** The entry in the address, which may also be one that did not change. Undefined until it is known. */
  current: ComparedEntry | undefined
  /** The id of the entry that a link in a build leads to. */
  find: (request: StoryRequest) => string | undefined
}

export function useComparedEntry(
  account: string,
  storybook: string,
  comparison: Comparison | undefined,
  id: string,
): Compared {
  const entries = comparison ? entriesToCompare(comparison) : []
  const listed = entries.find(({ entry, before }) => entry.id === id || before?.id === id)
  // Of entries that did not change, the comparison knows only how many there are.
  const isUnlisted = comparison !== undefined && !listed
  const before = useQuery({
    ...contentsQuery(account, storybook, comparison?.from.publicId ?? ''),
    enabled: isUnlisted,
  })
  const after = useQuery({
    ...contentsQuery(account, storybook, comparison?.to.publicId ?? ''),
    enabled: isUnlisted,
  })
  const isKnown = (before.data ?? before.error) && (after.data ?? after.error)
  const find = (request: StoryRequest) => {
    if ('id' in request) return request.id
    const matches = ({ title, name }: Pick<Entry, 'title' | 'name'>) =>
      title === request.title && name === request.name
    const shown = [...entries.map(({ entry }) => entry), ...(after.data?.entries ?? [])]
    return shown.find(matches)?.id
  }
  return {
    entries,
    current: listed ?? (isKnown ? unlisted(id, before.data?.entries, after.data?.entries) : undefined),
    find,
  }
}

/** Where the contents cannot be read, the frames show the story if the build has it. */
function unlisted(id: string, before: Entry[] = [], after: Entry[] = []): ComparedEntry | undefined {
  const isId = (entry: Entry) => entry.id === id
  const [was, is] = [before.find(isId), after.find(isId)]
  const entry = is ?? was
  if (entry) return { change: 'unchanged', entry, before: was, after: is }
  const unknown = { id, kind: 'story' as const, title: '', name: id }
  return { change: 'unchanged', entry: unknown, before: unknown, after: unknown }
}
