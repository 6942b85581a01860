import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'

import { hashLength, hashOf } from './hash.ts'
import type { Ref } from './ref.ts'
import { spendStep } from './steps.ts'
import { hoistedNames, keyOf, lexicalNames, memberOf, patternNames } from './syntax.ts'
import type { AnyNode } from './syntax.ts'

/** How names and special forms of a module are written. */
export interface ModuleScope {
  /** the reference for a name that is not local: to what the module declares, or to what is global */
  refTo: (name: string) => Ref
  imports: ReadonlyMap<string, { from: string; name: string }>
  /** parameters of the function around the module (webpack), written as constants */
  parameters?: ReadonlyMap<string, string>
  /** Whether the module may be a docs page written in MDX. */
  mayBeMdx?: boolean
  /** Replaces a node, for example an import, by text and references. */
  special?: (node: AnyNode) => readonly (string | Ref)[] | undefined
}

const placeholder = '\u0000'
/** So many pieces of text are hashed at once. */
const maxPieces = 10_000

/** Properties of syntax nodes that say nothing about what the code does. */
const ignored = new Set([
  'type',
  'start',
  'end',
  'raw',
  'cooked',
  'shorthand',
  'directive',
  'attributes',
  'regex',
  'bigint',
])

const fileName = /^[^\s"'<>{}]{1,300}\.[a-z0-9]{1,6}(?:[?#].*)?$/i
const maxFileNameLength = 2_000

/** Writes code without its names: two builds of the same source give the same shape and the same references. */
export class ShapeWriter {
  #text: string[] = []
  /** Of what was flushed. */
  #hash: Hash | undefined
  #refs: Ref[] = []
  /** The numbers of local names, the innermost last: looking one up costs the same however deep it is. */
  #locals = new Map<string, number[]>()
  #nextLocal = 0
  #scope: ModuleScope

  constructor(scope: ModuleScope) {
    this.#scope = scope
  }

  text(text: string): this {
    spendStep()
    if (this.#text.push(text) > maxPieces) this.#flush()
    return this
  }

  ref(ref: Ref): this {
    this.#refs.push(ref)
    return this.text(placeholder)
  }

  #flush(): Hash {
    this.#hash ??= createHash('sha256')
    this.#hash.update(this.#text.join(''))
    this.#text = []
    return this.#hash
  }

  code(node: AnyNode | null | undefined): this {
    this.#node(node)
    return this
  }

  end(): { shape: string; refs: Ref[] } {
    const shape = this.#hash
      ? this.#flush().digest('base64url').slice(0, hashLength)
      : hashOf(this.#text.join(''))
    return { shape, refs: this.#refs }
  }

  /** Binds names until `#leave` is called with the result. */
  #enter(names: Iterable<string>): number[][] {
    const bound: number[][] = []
    for (const name of new Set(names)) {
      const numbers = this.#locals.get(name) ?? []
      this.#locals.set(name, numbers)
      numbers.push(this.#nextLocal++)
      bound.push(numbers)
    }
    return bound
  }

  #leave(bound: readonly number[][]): void {
    for (const numbers of bound) numbers.pop()
  }

  #identifier(name: string): void {
    const local = this.#locals.get(name)?.at(-1)
    if (local !== undefined) return void this.text(`$${local} `)
    const constant = this.#scope.parameters?.get(name)
    if (constant !== undefined) return void this.text(`${constant} `)
    const imported = this.#scope.imports.get(name)
    if (imported) return void this.ref(imported)
    this.ref(this.#scope.refTo(name))
  }

  #isLocal(name: string): boolean {
    return this.#locals.get(name)?.at(-1) !== undefined
  }

  #string(value: string): void {
    if (value.length <= maxFileNameLength && fileName.test(value)) this.ref({ file: value })
    else this.text(JSON.stringify(value))
  }

  #all(nodes: readonly (AnyNode | null)[]): void {
    for (const node of nodes) this.#node(node)
  }

  #node(node: AnyNode | null | undefined): void {
    if (!node) return void this.text('_')
    const special = this.#scope.special?.(node)
    if (special) {
      for (const part of special)
        if (typeof part === 'string') this.text(part)
        else this.ref(part)
      return
    }
    if (node.type === 'Identifier') {
      return this.#identifier(node.name)
    }
    if (node.type === 'Literal') {
      if (node.regex) return void this.text(`/${node.regex.pattern}/${node.regex.flags}`)
      if (typeof node.value === 'string') return this.#string(node.value)
      return void this.text(`${node.bigint ?? String(node.value)},`)
    }
    if (node.type === 'TemplateLiteral') {
      if (node.expressions.length === 0) return this.#string(node.quasis[0]?.value.cooked ?? '')
      return this.#generic(node)
    }
    if (node.type === 'TemplateElement') {
      return void this.text(JSON.stringify(node.value.cooked ?? node.value.raw))
    }
    if (node.type === 'MemberExpression') {
      return this.#member(node)
    }
    if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') {
      return this.#property(node)
    }
    if (node.type === 'LabeledStatement') {
      this.text('label:')
      return this.#node(node.body)
    }
    if (node.type === 'BreakStatement' || node.type === 'ContinueStatement') {
      return void this.text(`${node.type}${node.label ? ' label' : ''};`)
    }
    if (
      node.type === 'FunctionDeclaration' ||
      node.type === 'FunctionExpression' ||
      node.type === 'ArrowFunctionExpression'
    ) {
      return this.#function(node)
    }
    if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') {
      const bound = this.#enter(node.type === 'ClassExpression' && node.id ? [node.id.name] : [])
      this.text('class ')
      this.#node(node.superClass)
      this.text('{')
      this.#all(node.body.body)
      this.text('}')
      return this.#leave(bound)
    }
    if (node.type === 'BlockStatement' || node.type === 'StaticBlock') {
      return this.#block(node.body)
    }
    if (node.type === 'SwitchStatement') {
      this.text('switch(')
      this.#node(node.discriminant)
      const bound = this.#enter(lexicalNames(node.cases.flatMap(({ consequent }) => consequent)))
      this.#all(node.cases)
      this.text(')')
      return this.#leave(bound)
    }
    if (node.type === 'ForStatement' || node.type === 'ForInStatement' || node.type === 'ForOfStatement') {
      const first = node.type === 'ForStatement' ? node.init : node.left
      const bound = this.#enter(first?.type === 'VariableDeclaration' ? lexicalNames([first]) : [])
      this.#generic(node)
      return this.#leave(bound)
    }
    if (node.type === 'CatchClause') {
      const bound = this.#enter(patternNames(node.param))
      this.#generic(node)
      return this.#leave(bound)
    }
    return this.#generic(node)
  }

  #member(node: AnyNode & { type: 'MemberExpression' }): void {
    const { object, property } = node
    const member = memberOf(node)
    if (member !== undefined && object.type === 'Identifier' && !this.#isLocal(object.name)) {
      const imported = this.#scope.imports.get(object.name)
      if (imported?.name === '*') return void this.ref({ from: imported.from, name: member })
    }
    this.text(node.optional ? '?.' : '.')
    this.#node(object)
    if (member !== undefined) return void this.text(`${member} `)
    this.text('[')
    if (property.type === 'PrivateIdentifier') this.text(`#${property.name}`)
    else this.#node(property)
    this.text(']')
  }

  #property(node: AnyNode & { type: 'Property' | 'MethodDefinition' | 'PropertyDefinition' }): void {
    const kind = node.type === 'PropertyDefinition' ? '' : node.kind
    const isStatic = node.type !== 'Property' && node.static
    const isMethod = node.type === 'Property' && node.method
    this.text(`${kind}${isStatic ? ' static' : ''}${isMethod ? ' method' : ''}:`)
    const key = keyOf(node)
    if (key !== undefined && !node.computed) this.text(`${key} `)
    else this.#node(node.key)
    this.#node(node.value)
  }

  #function(
    node: AnyNode & { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' },
  ): void {
    const { body, params } = node
    const statements = body.type === 'BlockStatement' ? body.body : []
    const bound = this.#enter([
      ...(node.type === 'FunctionExpression' && node.id ? [node.id.name] : []),
      ...params.flatMap(patternNames),
      ...statements.flatMap(hoistedNames),
      ...lexicalNames(statements),
    ])
    const kind = node.type === 'ArrowFunctionExpression' ? '=>' : 'function'
    this.text(`${kind}${node.async ? ' async' : ''}${node.generator ? '*' : ''}(`)
    this.#all(params)
    this.text('){')
    if (body.type === 'BlockStatement') this.#all(body.body)
    else this.#node(body)
    this.text('}')
    this.#leave(bound)
  }

  #block(statements: readonly AnyNode[]): void {
    const bound = this.#enter(lexicalNames(statements))
    this.text('{')
    this.#all(statements)
    this.text('}')
    this.#leave(bound)
  }

  #generic(node: AnyNode): void {
    this.text(`${node.type}(`)
    const properties = node as unknown as Record<string, unknown>
    for (const key of Object.keys(properties)) {
      const value = properties[key]
      if (ignored.has(key) || value === null || value === undefined || value === false) continue
      if (Array.isArray(value)) {
        this.text('[')
        this.#all(value as (AnyNode | null)[])
        this.text(']')
      } else if (typeof value === 'object') this.#node(value as AnyNode)
      else this.text(`${JSON.stringify(value)} `)
    }
    this.text(')')
  }
}
