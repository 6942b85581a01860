import { openUnitCutter } from './cut-units.ts'
import { starExport } from './parsed-script.ts'
import type { ParsedModule, StoryImporter } from './parsed-script.ts'
import { parseModule } from './parser.ts'
import type { Ref } from './ref.ts'
import {
  declaredNames,
  findNode,
  keyOf,
  memberOf,
  nameOf,
  returnedBy,
  rootOf,
  sequenceOf,
  stringOf,
} from './syntax.ts'
import type { AnyNode, ObjectExpression } from './syntax.ts'

/** Reads a chunk of Vite (Rollup or Rolldown). Throws for what is not JavaScript. */
export function parseEsModule(text: string): ParsedModule {
  const links = noLinks()
  const dynamicDependencies: string[] = []
  const importers: StoryImporter[] = []

  function special(node: AnyNode): (string | Ref)[] | undefined {
    if (node.type === 'CallExpression' && isFileNumbers(node))
      return ['files', { fileNumbers: numbersIn(node) }]
    if (node.type === 'ArrayExpression' && node.elements.length > 0) {
      const files = node.elements.map(stringOf)
      return files.every(isLoaded) ? ['files', { files }] : undefined
    }
    if (node.type === 'ObjectExpression') {
      const found = importersIn(node)
      if (found.length === 0) return undefined
      importers.push(...found)
      // Adding a story file changes no other.
      return ['story files']
    }
    const specifier = node.type === 'ImportExpression' ? stringOf(node.source) : undefined
    if (specifier === undefined) return undefined
    dynamicDependencies.push(specifier)
    return ['import', { dynamic: specifier }]
  }

  const cutter = openUnitCutter({
    scope: {
      imports: links.imports,
      parameters: new Map([[fileNumbersFunction, fileNumbersFunction]]),
      mayBeMdx: text.includes('.components') && text.includes('wrapper'),
      special,
    },
  })
  parseModule(text, (statement) => {
    readLinks(statement, links)
    const own = withoutExport(statement)
    if (own) cutter.take(own)
  })
  return { ...cutter.end(), ...links, dynamicDependencies, importers, listedFiles: listedFilesIn(text) }
}

type Links = Pick<ParsedModule, 'imports' | 'exports' | 'dependencies'>

const noLinks = (): Links => ({ imports: new Map(), exports: new Map(), dependencies: [] })

/** Adds what a statement imports and exports. */
function readLinks(statement: AnyNode, { imports, exports, dependencies }: Links): void {
  if (statement.type === 'ImportDeclaration') {
    const from = String(statement.source.value)
    dependencies.push(from)
    for (const specifier of statement.specifiers)
      imports.set(specifier.local.name, { from, name: importedName(specifier) })
  } else if (statement.type === 'ExportNamedDeclaration') {
    const from = statement.source ? String(statement.source.value) : undefined
    if (from !== undefined) dependencies.push(from)
    const declared = statement.declaration ? declaredNames(statement.declaration) : []
    for (const name of declared) exports.set(name, { local: name })
    for (const { exported, local } of statement.specifiers) {
      const name = textOf(local)
      exports.set(textOf(exported), from === undefined ? { local: name } : { from, name })
    }
  } else if (statement.type === 'ExportDefaultDeclaration') {
    exports.set('default', { local: nameOfDefault(statement.declaration) ?? defaultName })
  } else if (statement.type === 'ExportAllDeclaration') {
    const from = String(statement.source.value)
    dependencies.push(from)
    const name = statement.exported ? textOf(statement.exported) : starExport(exports.size)
    exports.set(name, { from, name: '*' })
  }
}

/** What a statement does beyond importing and exporting; undefined if nothing. */
function withoutExport(statement: AnyNode): AnyNode | undefined {
  if (statement.type === 'ImportDeclaration' || statement.type === 'ExportAllDeclaration') return undefined
  if (statement.type === 'ExportNamedDeclaration') return statement.declaration ?? undefined
  if (statement.type !== 'ExportDefaultDeclaration') return statement
  const { declaration } = statement
  return nameOfDefault(declaration) === undefined ? defaultBinding(declaration) : declaration
}

/** Of a function or class that is declared; an expression binds no name. */
const nameOfDefault = (declaration: AnyNode): string | undefined =>
  declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration'
    ? nameOf(declaration.id)
    : undefined

const defaultName = '*default*'

/** `export default …` as a binding like any other. */
function defaultBinding(value: AnyNode): AnyNode {
  const { start, end } = value
  const init =
    value.type === 'FunctionDeclaration'
      ? { ...value, type: 'FunctionExpression' }
      : value.type === 'ClassDeclaration'
        ? { ...value, type: 'ClassExpression' }
        : value
  const id = { type: 'Identifier', name: defaultName, start, end }
  return {
    type: 'VariableDeclaration',
    kind: 'const',
    declarations: [{ type: 'VariableDeclarator', id, init, start, end }],
    start,
    end,
  } as AnyNode
}

const textOf = (node: AnyNode): string => nameOf(node) ?? stringOf(node) ?? ''

function importedName(specifier: AnyNode): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  return specifier.type === 'ImportSpecifier' ? textOf(specifier.imported) : 'default'
}

// Vite preloads what a dynamic import needs: import('./a.js').then(…) with __vite__mapDeps([0, 1]).

const fileNumbersFunction = '__vite__mapDeps'

const isFileNumbers = (node: AnyNode): node is AnyNode & { type: 'CallExpression' } =>
  node.type === 'CallExpression' && nameOf(node.callee) === fileNumbersFunction

function numbersIn({ arguments: [list] }: AnyNode & { type: 'CallExpression' }): number[] {
  const elements = list?.type === 'ArrayExpression' ? list.elements : []
  return elements.flatMap((element) =>
    element?.type === 'Literal' && typeof element.value === 'number' ? [element.value] : [],
  )
}

const isLoaded = (path: string | undefined): path is string =>
  path !== undefined && /\.(?:js|css)$/.test(path)

/** `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["./a.js","./b.css"])))=>i.map(i=>d[i])` */
function listedFilesIn(text: string): string[] {
  const declared = text.indexOf(`${fileNumbersFunction}=`)
  const beginning = declared === -1 ? '' : text.slice(declared, declared + 300)
  const list = /m\.f\s*=\s*(?=\[)/.exec(beginning)
  if (!list) return []
  const start = declared + list.index + list[0].length
  try {
    const files: unknown = JSON.parse(text.slice(start, text.indexOf(']', start) + 1).replaceAll("'", '"'))
    return Array.isArray(files) ? files.map(String) : []
  } catch {
    return []
  }
}

/** The object that loads story files: `{ './src/Button.stories.tsx': () => import('./Button.stories-HASH.js'), … }` */
function importersIn({ properties }: ObjectExpression): StoryImporter[] {
  return properties.flatMap((property) => {
    const importPath = keyOf(property)
    if (importPath === undefined || !/[./]/.test(importPath) || property.type !== 'Property') return []
    const importer = importerOf(property.value)
    return importer ? [{ importPath, ...importer }] : []
  })
}

function importerOf(value: AnyNode): Omit<StoryImporter, 'importPath'> | undefined {
  if (value.type !== 'ArrowFunctionExpression' && value.type !== 'FunctionExpression') return undefined
  const importing = findNode(
    value,
    (node) => node.type === 'ImportExpression' && stringOf(node.source) !== undefined,
  )
  if (importing?.type !== 'ImportExpression') return importerInside(value)
  const numbered = findNode(value, isFileNumbers)
  const listed = findNode(
    value,
    (node) => node.type === 'ArrayExpression' && node.elements.map(stringOf).some(isLoaded),
  )
  const exported = namespaceIn(value, importing)
  return {
    module: stringOf(importing.source) ?? '',
    ...(exported !== undefined && { namespace: { exported } }),
    files: listed?.type === 'ArrayExpression' ? listed.elements.map(stringOf).filter(isLoaded) : [],
    fileNumbers: numbered && isFileNumbers(numbered) ? numbersIn(numbered) : [],
  }
}

/** `() => Promise.resolve().then(() => S)`, where all modules are in one chunk; S may follow what starts them. */
function importerInside(value: AnyNode): Omit<StoryImporter, 'importPath'> | undefined {
  const then = findNode(value, isThenOfPromise)
  const [receiver] = then?.type === 'CallExpression' ? then.arguments : []
  const returned = returnedBy(receiver)
  const local = returned && nameOf(sequenceOf(returned).at(-1))
  return local === undefined ? undefined : { module: '', namespace: { local }, files: [], fileNumbers: [] }
}

function isThenOfPromise(node: AnyNode): boolean {
  if (node.type !== 'CallExpression' || memberOf(node.callee) !== 'then') return false
  const promise = node.callee.type === 'MemberExpression' ? node.callee.object : undefined
  return (
    promise?.type === 'CallExpression' &&
    memberOf(promise.callee) === 'resolve' &&
    rootOf(promise.callee) === 'Promise'
  )
}

/** S of `import('./x.js').then(e => e.S)`, where several modules share a chunk. */
function namespaceIn(value: AnyNode, importing: AnyNode): string | undefined {
  const then = findNode(
    value,
    (node) =>
      node.type === 'CallExpression' &&
      node.callee.type === 'MemberExpression' &&
      memberOf(node.callee) === 'then' &&
      node.callee.object === importing,
  )
  const [receiver] = then?.type === 'CallExpression' ? then.arguments : []
  const returned = receiver?.type === 'ArrowFunctionExpression' ? bodyOf(receiver) : returnedBy(receiver)
  return returned && memberOf(sequenceOf(returned).at(-1))
}

const bodyOf = ({ body }: AnyNode & { type: 'ArrowFunctionExpression' }) =>
  body.type === 'BlockStatement' ? undefined : body
