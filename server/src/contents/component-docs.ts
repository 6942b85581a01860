import { isObject, textAt, valueAt } from './scripts/literal-value.ts'
import type { Json } from './scripts/literal-value.ts'
import { storableLines, storableText } from './storable-text.ts'

export interface PropDoc {
  name: string
  isRequired: boolean
  type?: string
  defaultValue?: string
  description?: string
}

/** What a build says about a component. */
export interface ComponentDoc {
  name?: string
  description?: string
  props: PropDoc[]
}

const limits = { props: 500, name: 200, type: 1_000, defaultValue: 500, description: 4_000 }

/** `__docgenInfo` of React and Vue, `__docgen` of Svelte, and the same objects in a manifest. */
export function docOfDocgen(info: Json | undefined): ComponentDoc | undefined {
  if (!isObject(info)) return undefined
  return componentDoc(
    textAt(info, 'displayName') ?? textAt(info, 'name'),
    textAt(info, 'description'),
    listedProps(info).map(propOfDocgen),
  )
}

/** `argTypes`, which every renderer writes into the docgen files of Storybook 10.5 and later. */
export function docOfArgTypes(argTypes: Json | undefined): ComponentDoc {
  const rows = isObject(argTypes) ? Object.values(argTypes) : []
  return componentDoc(
    undefined,
    undefined,
    rows.filter(isPropRow).map((row) => ({
      name: textAt(row, 'name'),
      isRequired: valueAt(row, 'type', 'required') === true,
      type: textAt(row, 'table', 'type', 'summary') ?? textAt(row, 'type', 'name'),
      defaultValue: textAt(row, 'table', 'defaultValue', 'summary'),
      description: textAt(row, 'description'),
    })),
  )
}

const propCategories = new Set([undefined, 'props', 'inputs', 'properties', 'attributes'])
const isPropRow = (row: Json) => propCategories.has(textAt(row, 'table', 'category'))

export interface DraftProp {
  name: string | undefined
  isRequired: boolean
  type: string | undefined
  defaultValue: string | undefined
  description: string | undefined
}

export function componentDoc(
  name: string | undefined,
  description: string | undefined,
  props: readonly DraftProp[],
): ComponentDoc {
  return {
    ...(name && { name: storableText(name, limits.name) }),
    ...(description && { description: storableLines(description, limits.description) }),
    props: props.slice(0, limits.props).flatMap(finishProp),
  }
}

function finishProp({ name, isRequired, type, defaultValue, description }: DraftProp): PropDoc[] {
  if (!name) return []
  return [
    {
      name: storableText(name, limits.name),
      isRequired,
      ...(type && { type: storableLines(type, limits.type) }),
      ...(defaultValue && { defaultValue: storableLines(defaultValue, limits.defaultValue) }),
      ...(description && { description: storableLines(description, limits.description) }),
    },
  ]
}

function listedProps(info: { [key: string]: Json }): Json[] {
  const listed = valueAt(info, 'props') ?? valueAt(info, 'data')
  if (Array.isArray(listed)) return listed
  return isObject(listed)
    ? Object.entries(listed).flatMap(([name, prop]) => (isObject(prop) ? [{ ...prop, name }] : []))
    : []
}

function propOfDocgen(prop: Json): DraftProp {
  return {
    // Attributes of every element, which Vue lists too.
    name: valueAt(prop, 'global') === true ? undefined : textAt(prop, 'name'),
    isRequired: valueAt(prop, 'required') === true,
    type: typeOf(valueAt(prop, 'tsType') ?? valueAt(prop, 'flowType') ?? valueAt(prop, 'type')),
    defaultValue: textAt(prop, 'defaultValue', 'value') ?? textAt(prop, 'default'),
    description: textAt(prop, 'description'),
  }
}

function typeOf(type: Json | undefined): string | undefined {
  if (typeof type === 'string') return type
  const raw = textAt(type, 'raw')
  if (raw !== undefined) return raw
  const members = valueAt(type, textAt(type, 'name') === 'enum' ? 'value' : 'elements')
  if (Array.isArray(members) && /^(?:enum|union)$/.test(textAt(type, 'name') ?? ''))
    return members.map((member) => textAt(member, 'value') ?? textAt(member, 'name') ?? '…').join(' | ')
  return textAt(type, 'name') ?? textAt(type, 'text')
}
