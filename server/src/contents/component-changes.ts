import type { ContentsComparison } from './compare.ts'
import { componentIdOf } from './contents.ts'
import type { Contents } from './contents.ts'

export type ComponentChange = 'added' | 'changed'

/** The components of the later version that are new, or of which a story, a prop or the description changed; by id. */
export function componentChanges(
  before: Contents,
  after: Contents,
  { added, removed, renamed, changed, components }: ContentsComparison,
): Map<string, ComponentChange> {
  const known = new Set(before.components.map(({ id }) => id))
  const affected = new Set([
    ...[...added, ...removed, ...changed, ...renamed, ...renamed.map(({ from }) => from)]
      .filter(({ kind }) => kind !== 'docs')
      .map(({ id }) => componentIdOf(id)),
    ...components.map(({ id }) => id),
  ])
  const changes = new Map<string, ComponentChange>()
  for (const { id } of after.components) {
    if (!known.has(id)) changes.set(id, 'added')
    else if (affected.has(id)) changes.set(id, 'changed')
  }
  return changes
}
