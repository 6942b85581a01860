import { cutIntoUnits } from './cut-units.ts'
import type { Declare } from './cut-units.ts'
import { parseModuleTables } from './module-tables.ts'
import type { ModuleFunction } from './module-tables.ts'
import type { ParsedModule, StoryImporter } from './parsed-script.ts'
import type { Ref } from './ref.ts'
import { keyOf, memberOf, nameOf, returnedBy, rootOf, stringOf } from './syntax.ts'
import type { AnyNode, Expression } from './syntax.ts'

/** Reads the modules of a webpack bundle by their ids. Throws for what is not JavaScript. */
export function parseWebpackBundle(text: string): Map<string, ParsedModule> {
  const modules = new Map<string, ParsedModule>()
  // In webpack 4 it is `webpackJsonp`.
  if (/webpackChunk|webpackJsonp/.test(text))
    parseModuleTables(text, (id, module) => void modules.set(id, parseModule(id, module)))
  return modules
}

function parseModule(id: string, { params, body }: ModuleFunction): ParsedModule {
  const [moduleName, exportsName, requireName] = params.map((parameter) => nameOf(parameter))
  const imports: ParsedModule['imports'] = new Map()
  const exports: ParsedModule['exports'] = new Map()
  const dependencies: string[] = []
  const dynamicDependencies: string[] = []
  let anonymous = 0

  /** The id in `require(id)` */
  function requiredBy(node: AnyNode | null | undefined): string | undefined {
    if (node?.type !== 'CallExpression' || requireName === undefined || nameOf(node.callee) !== requireName)
      return undefined
    const [argument] = node.arguments
    return argument?.type === 'Literal' ? String(argument.value) : undefined
  }

  function special(node: AnyNode): (string | Ref)[] | undefined {
    const from = requiredBy(node)
    if (from !== undefined) {
      dependencies.push(from)
      return [{ from, name: '*' }]
    }
    if (node.type !== 'CallExpression' || requireName === undefined || rootOf(node.callee) !== requireName)
      return undefined
    const ids = node.arguments.map(stringOf).filter((argument) => argument !== undefined)
    // The number of a chunk says nothing.
    if (ids.length === 0) return memberOf(node.callee) === 'e' ? ['chunk'] : undefined
    dynamicDependencies.push(...ids)
    return ids.map((dynamic) => ({ dynamic }))
  }

  /** Takes the imports out of the declarations. */
  function withoutImports(statement: AnyNode): AnyNode[] {
    if (statement.type !== 'VariableDeclaration') return [statement]
    const declarations = statement.declarations.filter((declaration) => {
      const from = requiredBy(declaration.init)
      const name = nameOf(declaration.id)
      if (from === undefined || name === undefined) return true
      imports.set(name, { from, name: '*' })
      dependencies.push(from)
      return false
    })
    return declarations.length > 0 ? [{ ...statement, declarations }] : []
  }

  function exportValue(name: string, value: AnyNode, declare: Declare): void {
    const local = nameOf(value)
    const imported = imports.get(local ?? '')
    if (imported) return void exports.set(name, imported)
    if (local !== undefined) return void exports.set(name, { local })
    const member = memberOf(value)
    const from = value.type === 'MemberExpression' ? imports.get(nameOf(value.object) ?? '')?.from : undefined
    if (member !== undefined && from !== undefined) return void exports.set(name, { from, name: member })
    const own = `*export${anonymous++}*`
    declare(own, value)
    exports.set(name, { local: own })
  }

  function takeExpression(expression: Expression, declare: Declare): boolean {
    const from = requiredBy(expression)
    if (from !== undefined) {
      dependencies.push(from)
      return true
    }
    if (expression.type === 'AssignmentExpression') {
      const { left, right } = expression
      const name = memberOf(left)
      const isExport = left.type === 'MemberExpression' && nameOf(left.object) === exportsName
      if (!isExport || name === undefined || exportsName === undefined) return false
      exportValue(name, right, declare)
      return true
    }
    if (expression.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return false
    if (requireName === undefined || nameOf(expression.callee.object) !== requireName) return false
    const helper = memberOf(expression.callee)
    // It only marks the exports as those of an ES module.
    if (helper === 'r') return true
    const [target, table, getter] = expression.arguments
    if (helper !== 'd' || nameOf(target) !== exportsName) return false
    for (const [name, value] of exportTable(table, getter))
      exportValue(name, returnedBy(value) ?? value, declare)
    return true
  }

  const statements = body.type === 'BlockStatement' ? body.body : [statementOf(body)]
  // A lazy context lists all story files: adding one changes no other.
  const own = id.includes(' lazy ') ? [] : statements.flatMap(withoutImports)
  const parameters = new Map<string, string>()
  for (const [name, constant] of [
    [moduleName, 'MODULE'],
    [exportsName, 'EXPORTS'],
    [requireName, 'REQUIRE'],
  ] as const) {
    if (name !== undefined) parameters.set(name, constant)
  }
  const cut = cutIntoUnits(own, {
    scope: { imports, parameters, mayBeMdx: id.endsWith('.mdx'), special },
    takeExpression,
  })
  const importers = id.includes(' sync ') ? statements.flatMap(filesOfContext) : []
  return { ...cut, imports, exports, dependencies, dynamicDependencies, importers, listedFiles: [] }
}

/** `map = { './Button.stories.js': './src/Button.stories.js' }`: the files that a `require.context` finds. */
function filesOfContext(statement: AnyNode): StoryImporter[] {
  if (statement.type !== 'VariableDeclaration') return []
  return statement.declarations.flatMap(({ init }) =>
    init?.type === 'ObjectExpression'
      ? init.properties.flatMap((property) => {
          const module = property.type === 'Property' ? stringOf(property.value) : undefined
          return module === undefined ? [] : [{ importPath: module, module, files: [], fileNumbers: [] }]
        })
      : [],
  )
}

const statementOf = (expression: Expression): AnyNode => ({
  type: 'ExpressionStatement',
  expression,
  start: expression.start,
  end: expression.end,
})

/** `{ name: () => value }`, of newer versions `['name', () => value, 'constant', 0, value]`, of older `'name', () => value` */
function exportTable(table: AnyNode | undefined, getter: AnyNode | undefined): [string, AnyNode][] {
  const only = stringOf(table)
  if (only !== undefined) return getter ? [[only, getter]] : []
  if (table?.type === 'ObjectExpression')
    return table.properties.flatMap((property): [string, AnyNode][] => {
      const name = keyOf(property)
      return name !== undefined && property.type === 'Property' ? [[name, property.value]] : []
    })
  if (table?.type !== 'ArrayExpression') return []
  const { elements } = table
  const found: [string, AnyNode][] = []
  for (let i = 0; i < elements.length;) {
    const name = stringOf(elements[i])
    const isConstant = elements[i + 1]?.type === 'Literal'
    const value = elements[isConstant ? i + 2 : i + 1]
    if (name !== undefined && value) found.push([name, value])
    i += isConstant ? 3 : 2
  }
  return found
}
