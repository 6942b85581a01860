import type { Unit } from './parsed-script.ts'
import {
  assignmentsIn,
  declaredNames,
  findNode,
  keyOf,
  memberOf,
  nameOf,
  patternNames,
  rootOf,
  sequenceOf,
} from './syntax.ts'
import type { AnyNode, Expression, Pattern } from './syntax.ts'
import { factsOf } from './unit-facts.ts'
import { ShapeWriter } from './unit-shape.ts'
import type { ModuleScope } from './unit-shape.ts'

export interface CutModule {
  units: Unit[]
  bindings: Map<string, number>
  effects: number[]
}

export interface CutOptions {
  scope: Omit<ModuleScope, 'names'>
  /** Handles a top-level expression itself, for example webpack's exports; true if it did. */
  takeExpression?: (expression: Expression, declare: Declare) => boolean
}

/** Makes `value` (part of) the code of the unit of that name. */
export type Declare = (name: string, value: AnyNode) => void

interface Draft {
  writer: ShapeWriter
  attached: number[]
  /** The expression that the facts are read from. */
  value?: AnyNode
  isDocumentation?: true
}

/** Cuts the top-level statements of a module into units. */
export function cutIntoUnits(statements: readonly AnyNode[], options: CutOptions): CutModule {
  const names = new Map(statements.flatMap(declaredNames).map((local) => [local, { local }]))
  const scope: ModuleScope = { ...options.scope, names }
  const drafts: Draft[] = []
  const bindings = new Map<string, number>()
  const effects: AnyNode[] = []
  const attachments: [name: string, statement: AnyNode][] = []

  function draftOf(name: string): Draft {
    const known = drafts[bindings.get(name) ?? -1]
    if (known) return known
    bindings.set(name, drafts.length)
    const draft = { writer: new ShapeWriter(scope), attached: [] }
    drafts.push(draft)
    return draft
  }

  const declare: Declare = (name, value) => {
    const draft = draftOf(name)
    draft.writer.text('=').code(value)
    draft.value ??= value
  }

  function takeStatement(statement: AnyNode): void {
    const wrapped = wrappedModule(statement)
    if (wrapped) return takeWrapped(wrapped.name, wrapped.body)
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations) {
        if (id.type !== 'Identifier') takePattern(id, init)
        else if (init) declare(id.name, init)
        else draftOf(id.name)
      }
      return
    }
    if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
      return statement.id ? declare(statement.id.name, statement) : undefined
    }
    if (statement.type === 'ExpressionStatement') {
      if (statement.directive === undefined)
        for (const expression of sequenceOf(statement.expression)) takeExpression(expression)
      return
    }
    if (statement.type === 'TryStatement') {
      return attachOr(() => effects.push(statement), changedBy(statement.block.body), statement)
    }
    if (statement.type === 'EmptyStatement') {
      return
    }
    effects.push(statement)
  }

  /** Each name refers to the whole, which is written once: it may bind thousands. */
  function takePattern(pattern: Pattern, init: AnyNode | null | undefined): void {
    const whole = `*pattern${drafts.length}*`
    draftOf(whole).writer.code(pattern).text('<-').code(init)
    for (const [position, name] of patternNames(pattern).entries())
      draftOf(name).writer.text(`#${position}=`).ref({ local: whole })
  }

  function takeExpression(expression: Expression): void {
    if (options.takeExpression?.(expression, declare)) return
    attachOr(() => effects.push(expression), changedRoot(expression), expression)
  }

  function attachOr(otherwise: () => void, root: string | undefined, statement: AnyNode): void {
    if (root === undefined) otherwise()
    else attachments.push([root, statement])
  }

  /** The variables of a module that Rolldown wraps in a function are outside of it; what fills them is inside. */
  function takeWrapped(name: string, body: readonly AnyNode[]): void {
    const own = draftOf(name)
    own.writer.text('module ')
    const toModule = (statement: AnyNode) => attachments.push([name, statement])
    for (const statement of body) {
      if (statement.type === 'TryStatement') {
        attachOr(() => toModule(statement), changedBy(statement.block.body), statement)
        continue
      }
      if (statement.type !== 'ExpressionStatement') {
        toModule(statement)
        continue
      }
      for (const expression of sequenceOf(statement.expression)) {
        const { left, right } = assignmentOf(expression)
        if (left?.type === 'Identifier' && names.has(left.name)) declare(left.name, right)
        else if (isBareCall(expression)) own.writer.code(expression.callee)
        else attachOr(() => toModule(expression), changedRoot(expression), expression)
      }
    }
  }

  /** The top-level binding that an expression changes and does nothing else to. */
  function changedRoot(expression: AnyNode): string | undefined {
    if (expression.type === 'LogicalExpression') return changedRoot(expression.right)
    if (expression.type === 'AssignmentExpression') return known(rootOf(expression.left))
    if (expression.type !== 'CallExpression') return undefined
    const [first] = expression.arguments
    // (e => { e.A = 'a' })(X || (X = {}))
    if (first?.type === 'LogicalExpression') return known(nameOf(first.left))
    // Object.assign(X, …), __name(X, …)
    const isInline =
      expression.callee.type === 'FunctionExpression' || expression.callee.type === 'ArrowFunctionExpression'
    return isInline ? undefined : known(nameOf(first))
  }

  function changedBy(statements: readonly AnyNode[]): string | undefined {
    let root: string | undefined
    for (const statement of statements) {
      if (statement.type !== 'ExpressionStatement') return undefined
      for (const expression of sequenceOf(statement.expression)) root ??= changedRoot(expression)
    }
    return root
  }

  const known = (name: string | undefined) => (name !== undefined && names.has(name) ? name : undefined)

  for (const statement of statements) takeStatement(statement)
  for (const [root, statement] of attachments) {
    draftOf(root).attached.push(drafts.length)
    drafts.push({
      writer: new ShapeWriter(scope).text('~').code(statement),
      attached: [],
      value: statement,
      ...(isDocumentation(statement) && { isDocumentation: true }),
    })
  }
  const effectUnits = effects.map((statement) => {
    drafts.push({ writer: new ShapeWriter(scope).text('!').code(statement), attached: [], value: statement })
    return drafts.length - 1
  })
  return { units: drafts.map((draft) => finish(draft, scope)), bindings, effects: effectUnits }
}

function finish({ writer, attached, value, isDocumentation }: Draft, scope: ModuleScope): Unit {
  const facts = value && factsOf(value, scope)
  return { ...writer.end(), attached, ...(isDocumentation && { isDocumentation }), ...(facts && { facts }) }
}

function assignmentOf(expression: Expression) {
  return expression.type === 'AssignmentExpression' && expression.operator === '='
    ? { left: expression.left, right: expression.right }
    : { left: undefined, right: expression }
}

const isBareCall = (expression: Expression): expression is Expression & { type: 'CallExpression' } =>
  expression.type === 'CallExpression' &&
  expression.arguments.length === 0 &&
  expression.callee.type === 'Identifier'

/** X.__docgenInfo = …, and X.parameters = { …, docs: { source: { originalSource } } } */
function isDocumentation(statement: AnyNode): boolean {
  return assignmentsIn(statement).some(({ left, right }) => {
    const name = memberOf(left)
    if (name === '__docgenInfo' || name === '__docgen') return true
    return name === 'parameters' && findNode(right, (node) => keyOf(node) === 'originalSource') !== undefined
  })
}

interface WrappedModule {
  name: string
  body: readonly AnyNode[]
}

/**
 * Rolldown with strictExecutionOrder (Vite 8) wraps every module: `function F() { return (F = E(() => {…}))() }`, or
 * `var F = E(() => {…})` with E its helper.
 */
function wrappedModule(statement: AnyNode): WrappedModule | undefined {
  if (statement.type === 'FunctionDeclaration') {
    const [only, ...others] = statement.body.body
    if (others.length > 0 || only?.type !== 'ReturnStatement') return undefined
    const call = only.argument
    const set = call?.type === 'CallExpression' && call.arguments.length === 0 ? call.callee : undefined
    if (set?.type !== 'AssignmentExpression' || nameOf(set.left) !== statement.id?.name) return undefined
    return wrappedBy(statement.id?.name, set.right)
  }
  if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return undefined
  const [declaration] = statement.declarations
  const wrapped = wrappedBy(nameOf(declaration?.id), declaration?.init)
  const isModule = wrapped?.body.every(
    ({ type }) => type !== 'ReturnStatement' && type !== 'VariableDeclaration',
  )
  return wrapped && wrapped.body.length > 0 && isModule ? wrapped : undefined
}

function wrappedBy(name: string | undefined, call: AnyNode | null | undefined): WrappedModule | undefined {
  if (name === undefined || call?.type !== 'CallExpression' || call.callee.type !== 'Identifier')
    return undefined
  const [wrapper, ...others] = call.arguments
  // A CommonJS module has parameters: (exports, module) => …
  if (others.length > 0 || wrapper?.type !== 'ArrowFunctionExpression' || wrapper.params.length > 0)
    return undefined
  const { body } = wrapper
  if (body.type === 'BlockStatement') return { name, body: body.body }
  // () => import('…') and () => jsx(…) are functions that return something.
  if (sequenceOf(body)[0]?.type !== 'AssignmentExpression') return undefined
  const { start, end } = body
  return { name, body: [{ type: 'ExpressionStatement', expression: body, start, end }] }
}
