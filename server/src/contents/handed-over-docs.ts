import { componentDoc } from './component-docs.ts'
import type { ComponentDoc, DraftProp } from './component-docs.ts'
import { isObject, textAt, valueAt } from './scripts/literal-value.ts'
import type { Json } from './scripts/literal-value.ts'

/** Documentation of a component by its tag (custom elements) or class (Angular). */
export type NamedDoc = [name: string, doc: ComponentDoc]

/** A custom elements manifest, or the output of compodoc: what a project hands over to Storybook in its preview. */
export function docsHandedOver(json: Json | undefined): NamedDoc[] {
  const modules = Array.isArray(json) ? json : valueAt(json, 'modules')
  if (Array.isArray(modules))
    return modules.flatMap((module) => listAt(module, 'declarations').flatMap(elementDoc))
  return [...listAt(json, 'components'), ...listAt(json, 'directives')].flatMap(angularDoc)
}

function listAt(json: Json | undefined, key: string): Json[] {
  const list = valueAt(json, key)
  return Array.isArray(list) ? list : []
}

function elementDoc(declaration: Json): NamedDoc[] {
  const tag = textAt(declaration, 'tagName')
  if (tag === undefined) return []
  const fields = listAt(declaration, 'members').filter(isPublicField)
  const known = new Set(fields.map((field) => textAt(field, 'name')))
  const attributes = listAt(declaration, 'attributes').filter(
    (attribute) => !known.has(textAt(attribute, 'fieldName') ?? textAt(attribute, 'name')),
  )
  const description = textAt(declaration, 'description') ?? textAt(declaration, 'summary')
  return [
    [
      tag,
      componentDoc(textAt(declaration, 'name'), description, [...fields, ...attributes].map(elementProp)),
    ],
  ]
}

const isPublicField = (member: Json): boolean =>
  isObject(member) &&
  textAt(member, 'kind') === 'field' &&
  valueAt(member, 'static') !== true &&
  !['private', 'protected'].includes(textAt(member, 'privacy') ?? '')

const elementProp = (field: Json): DraftProp => ({
  name: textAt(field, 'name'),
  isRequired: false,
  type: textAt(field, 'type', 'text'),
  defaultValue: textAt(field, 'default'),
  description: textAt(field, 'description'),
})

function angularDoc(component: Json): NamedDoc[] {
  const name = textAt(component, 'name')
  if (name === undefined) return []
  const description = textAt(component, 'rawdescription') ?? textAt(component, 'description')
  return [[name, componentDoc(name, description, listAt(component, 'inputsClass').map(angularInput))]]
}

const angularInput = (input: Json): DraftProp => ({
  name: textAt(input, 'name'),
  isRequired: valueAt(input, 'required') === true,
  type: textAt(input, 'type'),
  defaultValue: textAt(input, 'defaultValue'),
  description: textAt(input, 'rawdescription') ?? textAt(input, 'description'),
})
