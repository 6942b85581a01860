import type {
  AnyNode,
  Expression,
  ObjectExpression,
  Pattern,
  Property,
  SpreadElement,
  VariableDeclarator,
} from 'acorn'

import { spendStep } from './steps.ts'

export type { AnyNode, Expression, ObjectExpression, Pattern, Property, VariableDeclarator }

type Maybe<T> = T | null | undefined

/** The value of a string literal; Vite 8 writes strings as templates. */
export function stringOf(node: Maybe<AnyNode>): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined
  return node.quasis[0]?.value.cooked ?? undefined
}

/** The name of a property, where it is not computed. */
export function keyOf(property: Maybe<AnyNode>): string | undefined {
  if (
    property?.type !== 'Property' &&
    property?.type !== 'MethodDefinition' &&
    property?.type !== 'PropertyDefinition'
  )
    return undefined
  const { key, computed } = property
  if (computed) return stringOf(key)
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? String(key.value) : undefined
}

/** The value of a property of an object literal. */
export function propertyOf(object: Maybe<AnyNode>, name: string): Property['value'] | undefined {
  if (object?.type !== 'ObjectExpression') return undefined
  const found = object.properties.find((property) => keyOf(property) === name)
  return found?.type === 'Property' ? found.value : undefined
}

/** X of X.a.b */
export function rootOf(node: Maybe<AnyNode>): string | undefined {
  let at = node
  while (at?.type === 'MemberExpression') at = at.object
  return at?.type === 'Identifier' ? at.name : undefined
}

/** The name of a property that is read or set: b of X.b */
export const memberOf = (node: Maybe<AnyNode>): string | undefined =>
  node?.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier'
    ? node.property.name
    : undefined

export const nameOf = (node: Maybe<AnyNode>): string | undefined =>
  node?.type === 'Identifier' ? node.name : undefined

/** a, b, c of `a, b, c`; otherwise the expression alone. */
export const sequenceOf = (expression: Expression): Expression[] =>
  expression.type === 'SequenceExpression' ? expression.expressions : [expression]

/** The assignments that an attached statement consists of. */
export function assignmentsIn(statement: AnyNode): (AnyNode & { type: 'AssignmentExpression' })[] {
  const statements = statement.type === 'TryStatement' ? statement.block.body : [statement]
  return statements
    .flatMap((each) => (each.type === 'ExpressionStatement' ? sequenceOf(each.expression) : [each]))
    .filter((each) => each.type === 'AssignmentExpression')
}

/** What `() => value` and `function () { return value }` return. */
export function returnedBy(node: Maybe<AnyNode>): Expression | undefined {
  if (node?.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement')
    return node.params.length === 0 ? node.body : undefined
  if (node?.type !== 'FunctionExpression' && node?.type !== 'ArrowFunctionExpression') return undefined
  const [first] = node.body.type === 'BlockStatement' ? node.body.body : []
  return first?.type === 'ReturnStatement' ? (first.argument ?? undefined) : undefined
}

export const isSpread = (node: AnyNode): node is SpreadElement => node.type === 'SpreadElement'

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** A node and everything below it, outermost first. */
export function* walk(node: AnyNode): Generator<AnyNode> {
  const stack = [node]
  for (let next = stack.pop(); next; next = stack.pop()) {
    spendStep()
    yield next
    pushChildren(stack, next)
  }
}

export function findNode(node: Maybe<AnyNode>, test: (candidate: AnyNode) => boolean): AnyNode | undefined {
  const stack = node ? [node] : []
  for (let next = stack.pop(); next; next = stack.pop()) {
    spendStep()
    if (test(next)) return next
    pushChildren(stack, next)
  }
  return undefined
}

/** In the reverse order, so that they are taken from the stack in the order of the source. */
function pushChildren(stack: AnyNode[], node: AnyNode): void {
  const values: unknown[] = Object.values(node)
  for (let at = values.length - 1; at >= 0; at--) {
    const value = values[at]
    if (typeof value !== 'object' || value === null) continue
    if (isNode(value)) stack.push(value)
    else if (Array.isArray(value))
      for (let item = value.length - 1; item >= 0; item--) if (isNode(value[item])) stack.push(value[item])
  }
}

/** The names that a pattern binds. */
export function patternNames(pattern: Maybe<Pattern>): string[] {
  const names: string[] = []
  const collect = (part: Maybe<Pattern>): void => {
    spendStep()
    if (part?.type === 'Identifier') names.push(part.name)
    else if (part?.type === 'ArrayPattern') part.elements.forEach(collect)
    else if (part?.type === 'AssignmentPattern') collect(part.left)
    else if (part?.type === 'RestElement') collect(part.argument)
    else if (part?.type === 'ObjectPattern')
      for (const item of part.properties) collect(item.type === 'RestElement' ? item : item.value)
  }
  collect(pattern)
  return names
}

const isFunctionOrClass = (node: AnyNode): boolean =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression' ||
  node.type === 'ClassDeclaration' ||
  node.type === 'ClassExpression'

const holdsStatements = (node: AnyNode): boolean =>
  node.type.endsWith('Statement') || node.type === 'SwitchCase' || node.type === 'CatchClause'

/** The names of `var`s in a statement, which belong to the function around it. */
export function hoistedNames(statement: AnyNode): string[] {
  const names: string[][] = []
  const stack = [statement]
  for (let node = stack.pop(); node; node = stack.pop()) {
    spendStep()
    if (isFunctionOrClass(node)) continue
    if (node.type === 'VariableDeclaration' && node.kind === 'var')
      for (const { id } of node.declarations) names.push(patternNames(id))
    if (holdsStatements(node)) pushChildren(stack, node)
  }
  return names.flat()
}

/** The names that the statements of a block bind in that block. */
export function lexicalNames(statements: readonly AnyNode[]): string[] {
  return statements.flatMap((statement) => {
    if (statement.type === 'VariableDeclaration')
      return statement.kind === 'var' ? [] : statement.declarations.flatMap(({ id }) => patternNames(id))
    const isNamed = statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration'
    return isNamed && statement.id ? [statement.id.name] : []
  })
}

/** The names that a statement binds at the top of its module. */
export function declaredNames(statement: AnyNode): string[] {
  if (statement.type === 'VariableDeclaration')
    return statement.declarations.flatMap(({ id }) => patternNames(id))
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration')
    return lexicalNames([statement])
  return statement.type === 'ExpressionStatement' ? [] : hoistedNames(statement)
}
