import { docOfDocgen } from '../component-docs.ts'
import type { ComponentDoc } from '../component-docs.ts'
import { docsHandedOver } from '../handed-over-docs.ts'
import type { NamedDoc } from '../handed-over-docs.ts'
import { storableLines } from '../storable-text.ts'
import { literalValue, textAt } from './literal-value.ts'
import { mdxTextIn } from './mdx-text.ts'
import type { TextPart } from './mdx-text.ts'
import type { Ref } from './ref.ts'
import { spendStep } from './steps.ts'
import {
  assignmentsIn,
  isSpread,
  keyOf,
  memberOf,
  nameOf,
  propertyOf,
  returnedBy,
  stringOf,
  walk,
} from './syntax.ts'
import type { AnyNode, ObjectExpression } from './syntax.ts'
import { ShapeWriter } from './unit-shape.ts'
import type { ModuleScope } from './unit-shape.ts'

/** What a unit says about stories and components, read from its code while its syntax tree is there. */
export interface UnitFacts {
  /** `X.__docgenInfo = {…}` */
  docgen?: ComponentDoc
  /** The source of a story, as addon-docs attaches it. */
  source?: string
  /** The description of a story, from its comment. */
  storyDescription?: string
  /** What a story is called, if not by its export. */
  storyName?: string
  /** A story that only stands for the docs page of its file, as Storybook 6 writes it. */
  isDocsOnly?: true
  /** X of `memo(X)`, `forwardRef(X)` and of an alias */
  wraps?: string[]
  /** The object of a story file's default export. */
  meta?: MetaFacts
  /** A string, for example a Markdown file imported as text. */
  text?: string
  /** The exports of a module that shares its chunk with others. */
  namespace?: [exported: string, local: string][]
  /** The text of a docs page written in MDX. */
  mdx?: TextPart[]
  /** What the project hands over to Storybook: a custom elements manifest, or compodoc's documentation. */
  handedOver?: NamedDoc[]
}

export interface MetaFacts {
  title?: string
  id?: string
  /** Which exports are stories, if not all. */
  included?: ExportFilter
  excluded?: ExportFilter
  component?: Ref
  /** The tag of a custom element. */
  tag?: string
  description?: string
  /** Its code without `title`, `id` and `tags`: they are in the index, and moving a story is no change of it. */
  untitled: { shape: string; refs: Ref[] }
}

/** Names of exports, or what they begin or end with. */
export type ExportFilter = { names: ReadonlySet<string> } | { pattern: string } | 'not read'

const limits = { title: 500, source: 16_000, description: 4_000, text: 64_000, tag: 200 }

export function factsOf(value: AnyNode, scope: ModuleScope): UnitFacts | undefined {
  const wraps = wrappedNames(value)
  const object = objectOf(value)
  const meta = object && metaFacts(value, object, scope)
  const listed = innermostObject(value)
  const namespace = listed && namespaceOf(listed)
  const storyName = stringOf(propertyOf(object, 'storyName') ?? propertyOf(object, 'name'))
  const text = stringOf(value)
  const mdx = scope.mayBeMdx ? mdxTextIn(value) : []
  const handedOver = mayBeHandedOver(value) ? docsHandedOver(literalValue(value)) : []
  const facts: UnitFacts = {
    ...attachedFacts(value),
    ...(storyName !== undefined && { storyName: storableLines(storyName, limits.title) }),
    ...(wraps.length > 0 && { wraps }),
    ...(meta && { meta }),
    ...(namespace && { namespace }),
    ...(text !== undefined && text.length > 40 && { text: storableLines(text, limits.text) }),
    ...(mdx.length > 0 && { mdx }),
    ...(handedOver.length > 0 && { handedOver }),
  }
  return Object.keys(facts).length > 0 ? facts : undefined
}

/** A whole JSON file; Vite makes a variable of each of its keys, so the list of modules may be alone. */
function mayBeHandedOver(node: AnyNode): boolean {
  if (node.type === 'CallExpression')
    return (
      memberOf(node.callee) === 'parse' &&
      /"(?:schemaVersion|injectables)"/.test(stringOf(node.arguments[0]) ?? '')
    )
  const [first] = node.type === 'ArrayExpression' ? node.elements : []
  if (first) return stringOf(propertyOf(first, 'kind')) === 'javascript-module'
  const isManifest = propertyOf(node, 'schemaVersion') && propertyOf(node, 'modules')
  const isCompodoc = propertyOf(node, 'components') && propertyOf(node, 'injectables')
  return Boolean(isManifest ?? isCompodoc)
}

/** {…}, or the argument of `preview.meta({…})`. */
function objectOf(node: AnyNode): ObjectExpression | undefined {
  if (node.type === 'ObjectExpression') return node
  const [first] = node.type === 'CallExpression' ? node.arguments : []
  return first?.type === 'ObjectExpression' ? first : undefined
}

/** Rollup writes `Object.freeze(Object.defineProperty({…}, …))` for an object of exports. */
function innermostObject(node: AnyNode): ObjectExpression | undefined {
  const [first] = node.type === 'CallExpression' ? node.arguments : []
  return objectOf(first?.type === 'CallExpression' ? first : node)
}

const maxWrapped = 20

/** Only what is passed in, never what is used inside. */
function wrappedNames(value: AnyNode): string[] {
  const names: string[] = []
  const stack = [value]
  for (let node = stack.pop(); node && names.length < maxWrapped; node = stack.pop()) {
    spendStep()
    if (node.type === 'Identifier') names.push(node.name)
    if (node.type === 'CallExpression')
      for (const argument of node.arguments.toReversed()) stack.push(argument)
  }
  return names
}

const titleKeys = new Set(['title', 'id', 'tags'])
const metaKeys = new Set([
  ...titleKeys,
  'component',
  'args',
  'argTypes',
  'parameters',
  'decorators',
  'render',
])

function metaFacts(value: AnyNode, object: ObjectExpression, scope: ModuleScope): MetaFacts | undefined {
  if (!object.properties.some((property) => metaKeys.has(keyOf(property) ?? ''))) return undefined
  const component = refOf(propertyOf(object, 'component'), scope)
  const tag = stringOf(propertyOf(object, 'component'))
  const [title, id] = ['title', 'id'].map((key) => stringOf(propertyOf(object, key)))
  // A spread object may have any of these properties.
  const hasSpread = object.properties.some(isSpread)
  const [included, excluded] = ['includeStories', 'excludeStories'].map((key) =>
    hasSpread ? 'not read' : exportFilter(propertyOf(object, key)),
  )
  const description = textAt(
    literalValue(propertyOf(object, 'parameters')),
    'docs',
    'description',
    'component',
  )
  const properties = object.properties.filter((property) => !titleKeys.has(keyOf(property) ?? ''))
  const untitled = { ...object, properties }
  const code =
    value.type === 'CallExpression'
      ? { ...value, arguments: [untitled, ...value.arguments.slice(1)] }
      : untitled
  return {
    ...(title !== undefined && { title: storableLines(title, limits.title) }),
    ...(id !== undefined && { id: storableLines(id, limits.title) }),
    ...(included && { included }),
    ...(excluded && { excluded }),
    ...(component && { component }),
    ...(tag !== undefined && { tag: storableLines(tag, limits.tag) }),
    ...(description && { description: storableLines(description, limits.description) }),
    untitled: new ShapeWriter(scope).text('=').code(code).end(),
  }
}

function refOf(node: AnyNode | undefined, scope: ModuleScope): Ref | undefined {
  const name = nameOf(node)
  if (name !== undefined) return scope.imports.get(name) ?? { local: name }
  if (node?.type !== 'MemberExpression') return undefined
  const imported = scope.imports.get(nameOf(node.object) ?? '')
  const member = memberOf(node)
  return imported && member !== undefined ? { from: imported.from, name: member } : undefined
}

/** `{ default: () => meta, Primary: () => a, … }` */
function namespaceOf(object: ObjectExpression): UnitFacts['namespace'] {
  const keys = new Set(object.properties.map(keyOf))
  if (!keys.has('default') && !keys.has('__namedExportsOrder')) return undefined
  const exports = object.properties.flatMap((property): [string, string][] => {
    const key = keyOf(property)
    const value = property.type === 'Property' ? property.value : undefined
    const local = nameOf(returnedBy(value) ?? value)
    return key !== undefined && local !== undefined ? [[key, local]] : []
  })
  return exports.length > 0 ? exports : undefined
}

const maxFilterNames = 1_000

/** `['A', 'B']`, or `/.*Data$/`: patterns are not run, since whoever wrote the build could make them take long. */
function exportFilter(node: AnyNode | undefined): ExportFilter | undefined {
  if (!node) return undefined
  if (node.type === 'ArrayExpression') {
    if (node.elements.length > maxFilterNames) return 'not read'
    const names = node.elements.map((element) => stringOf(element))
    return names.every((name) => name !== undefined) ? { names: new Set(names) } : 'not read'
  }
  const regex = node.type === 'Literal' ? node.regex : undefined
  const pattern = regex?.flags === '' ? regex.pattern.replace(/^\^?\.\*/, '') : undefined
  return pattern !== undefined && /^\^?\w{1,100}\$?$/.test(pattern) ? { pattern } : 'not read'
}

type AttachedFacts = Pick<UnitFacts, 'docgen' | 'source' | 'storyDescription' | 'storyName' | 'isDocsOnly'>

function attachedFacts(statement: AnyNode): AttachedFacts {
  const facts: AttachedFacts = {}
  for (const { left, right } of assignmentsIn(statement)) {
    const name = memberOf(left)
    if (name === '__docgenInfo' || name === '__docgen') {
      const docgen = docOfDocgen(literalValue(right))
      if (docgen) facts.docgen = docgen
    } else if (name === 'parameters') Object.assign(facts, storyFacts(right))
    else if (name === 'storyName' || name === 'story') {
      const storyName = stringOf(right) ?? stringOf(propertyOf(right, 'name'))
      if (storyName !== undefined) facts.storyName = storableLines(storyName, limits.title)
    }
  }
  return facts
}

/** `X.parameters = {…, docs: { source: { originalSource: '…' }, description: { story: '…' } } }` */
function storyFacts(parameters: AnyNode): Pick<AttachedFacts, 'source' | 'storyDescription' | 'isDocsOnly'> {
  const isDocsOnly = literalValue(propertyOf(parameters, 'docsOnly')) === true
  let source: string | undefined
  let description: string | undefined
  for (const node of walk(parameters)) {
    if (node.type !== 'Property') continue
    const key = keyOf(node)
    if (key === 'originalSource') source ??= stringOf(node.value)
    if (key === 'description') description ??= stringOf(propertyOf(node.value, 'story'))
  }
  return {
    ...(source && { source: storableLines(source, limits.source) }),
    ...(description && { storyDescription: storableLines(description, limits.description) }),
    ...(isDocsOnly && { isDocsOnly }),
  }
}
