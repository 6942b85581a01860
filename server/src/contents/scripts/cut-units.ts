import { hashOf } from './hash.ts'
import type { Unit } from './parsed-script.ts'
import type { Ref } from './ref.ts'
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
import type { AnyNode, Expression, Pattern, VariableDeclarator } from './syntax.ts'
import { factsOf } from './unit-facts.ts'
import { ShapeWriter } from './unit-shape.ts'
import type { ModuleScope } from './unit-shape.ts'

export interface CutModule {
  units: Unit[]
  bindings: Map<string, number>
  effects: number[]
}

export interface CutOptions {
  scope: Omit<ModuleScope, 'refTo'>
  /** Handles a top-level expression itself, for example webpack's exports; true if it did. */
  takeExpression?: (expression: Expression, declare: Declare) => boolean
}

/** Makes `value` (part of) the code of the unit of that name. */
export type Declare = (name: string, value: AnyNode) => void

/** A unit before all of its code is known: a wrapped module fills its variables one after the other. */
interface Draft extends Pick<Unit, 'refs' | 'attached' | 'isDocumentation' | 'facts'> {
  shapes: string[]
}

/** Cuts a module into units, statement by statement: the syntax tree of each can be dropped once it is taken. */
export interface UnitCutter {
  take: (statement: AnyNode) => void
  end: () => CutModule
}

/** Cuts the top-level statements of a module into units. */
export function cutIntoUnits(statements: readonly AnyNode[], options: CutOptions): CutModule {
  const cutter = openUnitCutter(options)
  statements.forEach(cutter.take)
  return cutter.end()
}

export function openUnitCutter(options: CutOptions): UnitCutter {
  const refs = new Map<string, Ref>()
  const scope: ModuleScope = { ...options.scope, refTo }
  const drafts: Draft[] = []
  const bindings = new Map<string, number>()
  const declared = new Set<string>()
  const effects: number[] = []
  const attachments: [root: string, unit: number][] = []

  /** One reference stands for a name, whether the module turns out to declare it or not. */
  function refTo(local: string): Ref {
    const ref = refs.get(local) ?? { local }
    refs.set(local, ref)
    return ref
  }

  function newDraft(): Draft {
    const draft = { shapes: [], refs: [], attached: [] }
    drafts.push(draft)
    return draft
  }

  function draftOf(name: string): Draft {
    const known = drafts[bindings.get(name) ?? -1]
    if (known) return known
    bindings.set(name, drafts.length)
    return newDraft()
  }

  function write(draft: Draft, code: (writer: ShapeWriter) => ShapeWriter): void {
    const { shape, refs } = code(new ShapeWriter(scope)).end()
    draft.shapes.push(shape)
    for (const ref of refs) draft.refs.push(ref)
  }

  const declare: Declare = (name, value) => {
    const draft = draftOf(name)
    const facts = draft.shapes.length === 0 ? factsOf(value, scope) : undefined
    if (facts) draft.facts = facts
    write(draft, (writer) => writer.text('=').code(value))
  }

  /** A unit of a statement alone. */
  function takeAlone(statement: AnyNode): Draft {
    const draft = newDraft()
    write(draft, (writer) => writer.code(statement))
    const facts = factsOf(statement, scope)
    if (facts) draft.facts = facts
    return draft
  }

  function takeEffect(statement: AnyNode): void {
    effects.push(drafts.length)
    takeAlone(statement)
  }

  function attach(name: string, statement: AnyNode): void {
    attachments.push([name, drafts.length])
    const draft = takeAlone(statement)
    if (isDocumentation(statement)) draft.isDocumentation = true
  }

  function takeStatement(statement: AnyNode): void {
    for (const name of declaredNames(statement)) declared.add(name)
    if (statement.type === 'VariableDeclaration') {
      return statement.declarations.forEach(takeVariable)
    }
    const wrapped = wrappedByFunction(statement)
    if (wrapped) return takeWrapped(wrapped.name, wrapped.body)
    if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
      return statement.id ? declare(statement.id.name, statement) : undefined
    }
    if (statement.type === 'ExpressionStatement') {
      if (statement.directive === undefined)
        for (const expression of sequenceOf(statement.expression)) takeExpression(expression)
      return
    }
    if (statement.type === 'TryStatement') {
      return attachOr(takeEffect, changedBy(statement.block.body), statement)
    }
    if (statement.type === 'EmptyStatement') {
      return
    }
    takeEffect(statement)
  }

  function takeVariable({ id, init }: VariableDeclarator): void {
    const wrapped = wrappedByVariable(id, init)
    if (wrapped) takeWrapped(wrapped.name, wrapped.body)
    else if (id.type !== 'Identifier') takePattern(id, init)
    else if (init) declare(id.name, init)
    else draftOf(id.name)
  }

  /** Each name refers to the whole, which is written once: it may bind thousands. */
  function takePattern(pattern: Pattern, init: AnyNode | null | undefined): void {
    if (!init) return
    const whole = `*pattern${drafts.length}*`
    write(draftOf(whole), (writer) => writer.code(pattern).text('<-').code(init))
    for (const [position, name] of patternNames(pattern).entries())
      write(draftOf(name), (writer) => writer.text(`#${position}=`).ref({ local: whole }))
  }

  function takeExpression(expression: Expression): void {
    if (options.takeExpression?.(expression, declare)) return
    attachOr(takeEffect, changedRoot(expression), expression)
  }

  function attachOr(
    otherwise: (statement: AnyNode) => void,
    root: string | undefined,
    statement: AnyNode,
  ): void {
    if (root === undefined) otherwise(statement)
    else attach(root, statement)
  }

  /** The variables of a module that Rolldown wraps in a function are outside of it; what fills them is inside. */
  function takeWrapped(name: string, body: readonly AnyNode[]): void {
    const own = draftOf(name)
    write(own, (writer) => writer.text('module '))
    const toModule = (statement: AnyNode) => attach(name, statement)
    for (const statement of body) {
      if (statement.type === 'TryStatement') {
        attachOr(toModule, changedBy(statement.block.body), statement)
        continue
      }
      if (statement.type !== 'ExpressionStatement') {
        toModule(statement)
        continue
      }
      for (const expression of sequenceOf(statement.expression)) {
        const { left, right } = assignmentOf(expression)
        if (left?.type === 'Identifier') declare(left.name, right)
        else if (isBareCall(expression)) write(own, (writer) => writer.code(expression.callee))
        else attachOr(toModule, changedRoot(expression), expression)
      }
    }
  }

  /** What changes something that the module does not declare has effects elsewhere. */
  function end(): CutModule {
    for (const [root, unit] of attachments)
      if (declared.has(root)) draftOf(root).attached.push(unit)
      else effects.push(unit)
    return { units: drafts.map(finish), bindings, effects }
  }

  return { take: takeStatement, end }
}

const finish = ({ shapes, ...unit }: Draft): Unit => ({
  ...unit,
  shape: shapes.length === 1 ? (shapes[0] ?? '') : hashOf(shapes.join()),
})

/** The name of what an expression changes and does nothing else to. */
function changedRoot(expression: AnyNode): string | undefined {
  if (expression.type === 'LogicalExpression') return changedRoot(expression.right)
  if (expression.type === 'AssignmentExpression') return rootOf(expression.left)
  if (expression.type !== 'CallExpression') return undefined
  const [first] = expression.arguments
  // (e => { e.A = 'a' })(X || (X = {}))
  if (first?.type === 'LogicalExpression') return nameOf(first.left)
  // Object.assign(X, …), __name(X, …)
  const isInline =
    expression.callee.type === 'FunctionExpression' || expression.callee.type === 'ArrowFunctionExpression'
  return isInline ? undefined : nameOf(first)
}

function changedBy(statements: readonly AnyNode[]): string | undefined {
  let root: string | undefined
  for (const statement of statements) {
    if (statement.type !== 'ExpressionStatement') return undefined
    for (const expression of sequenceOf(statement.expression)) root ??= changedRoot(expression)
  }
  return root
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
function wrappedByFunction(statement: AnyNode): WrappedModule | undefined {
  if (statement.type !== 'FunctionDeclaration') return undefined
  const [only, ...others] = statement.body.body
  if (others.length > 0 || only?.type !== 'ReturnStatement') return undefined
  const call = only.argument
  const set = call?.type === 'CallExpression' && call.arguments.length === 0 ? call.callee : undefined
  if (set?.type !== 'AssignmentExpression' || nameOf(set.left) !== statement.id?.name) return undefined
  return wrappedBy(statement.id?.name, set.right)
}

function wrappedByVariable(id: Pattern, init: Expression | null | undefined): WrappedModule | undefined {
  const wrapped = wrappedBy(nameOf(id), init)
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
