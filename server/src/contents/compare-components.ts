import type { ChangedComponent, PropChange } from '@plinth/contract/compare.ts'
import type { Prop } from '@plinth/contract/contents.ts'

import type { PropDoc } from './component-docs.ts'
import type { ContentsComponent } from './contents.ts'

/** Components of both versions whose documentation changed. */
export function compareComponents(
  before: readonly ContentsComponent[],
  after: readonly ContentsComponent[],
): ChangedComponent[] {
  const earlier = new Map(before.map((component) => [component.id, component]))
  return after.flatMap((component) => {
    const old = earlier.get(component.id)
    if (!old) return []
    const props = old.props && component.props ? compareProps(old.props, component.props) : []
    const isDescriptionChanged = (old.description ?? '') !== (component.description ?? '')
    if (props.length === 0 && !isDescriptionChanged) return []
    const { id, title, name } = component
    return [{ id, title, name, props, isDescriptionChanged }]
  })
}

function compareProps(before: readonly PropDoc[], after: readonly PropDoc[]): PropChange[] {
  const earlier = new Map(before.map((prop) => [prop.name, prop]))
  const later = new Set(after.map(({ name }) => name))
  const removed = before.filter(({ name }) => !later.has(name))
  return [
    ...after.flatMap((prop): PropChange[] => {
      const old = earlier.get(prop.name)
      if (!old) return [{ change: 'added', prop: presentProp(prop) }]
      return isSameProp(old, prop)
        ? []
        : [{ change: 'changed', before: presentProp(old), after: presentProp(prop) }]
    }),
    ...removed.map((prop): PropChange => ({ change: 'removed', prop: presentProp(prop) })),
  ]
}

/** A prop as the API states it. */
export const presentProp = ({ name, isRequired, type, defaultValue, description }: PropDoc): Prop => ({
  name,
  isRequired,
  type: type ?? null,
  defaultValue: defaultValue ?? null,
  description: description ?? null,
})

const isSameProp = (a: PropDoc, b: PropDoc): boolean =>
  a.isRequired === b.isRequired &&
  a.defaultValue === b.defaultValue &&
  a.description === b.description &&
  comparableType(a.type) === comparableType(b.type)

/** The order of a union is not stable between builds. */
const comparableType = (type = ''): string =>
  type
    .split('|')
    .map((member) => member.trim().replaceAll('"', "'"))
    .toSorted()
    .join('|')
