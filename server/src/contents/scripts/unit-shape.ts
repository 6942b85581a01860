import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'

import { hashLength, hashOf } from './hash.ts'
import type { Ref } from './ref.ts'
import { hoistedNames, keyOf, lexicalNames, memberOf, patternNames } from './syntax.ts'
import type { AnyNode } from './syntax.ts'

/** How names and special forms of a module are written. */
export interface ModuleScope {
  /** names bound at the top of the module, each with the one reference that stands for it */
  names: ReadonlyMap<string, Ref>
  imports: ReadonlyMap<string, { from: string; name: string }>
  /** parameters of the function around the module (webpack), written as constants */
  parameters?: ReadonlyMap<string, string>
  /** Whether the module may be a docs page written in MDX. */
  mayBeMdx?: boolean
  /** Replaces a node, for example an import, by text and references. */
  special?: (node: AnyNode) => readonly (string | Ref)[] | undefined
}

interface Scope {
  names: Map<string, number>
  parent: Scope | undefined
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

/** Writes code without its names: two builds of the same source give the same shape and the same references. */
export class ShapeWriter {
  #text: string[] = []
  /** Of what was flushed. */
  #hash: Hash | undefined
  #refs: Ref[] = []
  #nextLocal = 0
  #scope: ModuleScope

  constructor(scope: ModuleScope) {
    this.#scope = scope
  }

  text(text: string): this {
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
    this.#node(node, undefined)
    return this
  }

  end(): { shape: string; refs: Ref[] } {
    const shape = this.#hash
      ? this.#flush().digest('base64url').slice(0, hashLength)
      : hashOf(this.#text.join(''))
    return { shape, refs: this.#refs }
  }

  #inner(parent: Scope | undefined, names: Iterable<string>): Scope {
    const own = new Map<string, number>()
    for (const name of names) if (!own.has(name)) own.set(name, this.#nextLocal++)
    return { names: own, parent }
  }

  #identifier(name: string, scope: Scope | undefined): void {
    for (let at = scope; at; at = at.parent) {
      const local = at.names.get(name)
      if (local !== undefined) return void this.text(`$${local} `)
    }
    const constant = this.#scope.parameters?.get(name)
    if (constant !== undefined) return void this.text(`${constant} `)
    const imported = this.#scope.imports.get(name)
    if (imported) return void this.ref(imported)
    const own = this.#scope.names.get(name)
    if (own) return void this.ref(own)
    this.text(`${name} `)
  }

  #isLocal(name: string, scope: Scope | undefined): boolean {
    for (let at = scope; at; at = at.parent) if (at.names.has(name)) return true
    return false
  }

  #string(value: string): void {
    if (fileName.test(value)) this.ref({ file: value })
    else this.text(JSON.stringify(value))
  }

  #all(nodes: readonly (AnyNode | null)[], scope: Scope | undefined): void {
    for (const node of nodes) this.#node(node, scope)
  }

  #node(node: AnyNode | null | undefined, scope: Scope | undefined): void {
    if (!node) return void this.text('_')
    const special = this.#scope.special?.(node)
    if (special) {
      for (const part of special)
        if (typeof part === 'string') this.text(part)
        else this.ref(part)
      return
    }
    if (node.type === 'Identifier') {
      return this.#identifier(node.name, scope)
    }
    if (node.type === 'Literal') {
      if (node.regex) return void this.text(`/${node.regex.pattern}/${node.regex.flags}`)
      if (typeof node.value === 'string') return this.#string(node.value)
      return void this.text(`${node.bigint ?? String(node.value)},`)
    }
    if (node.type === 'TemplateLiteral') {
      if (node.expressions.length === 0) return this.#string(node.quasis[0]?.value.cooked ?? '')
      return this.#generic(node, scope)
    }
    if (node.type === 'TemplateElement') {
      return void this.text(JSON.stringify(node.value.cooked ?? node.value.raw))
    }
    if (node.type === 'MemberExpression') {
      return this.#member(node, scope)
    }
    if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') {
      return this.#property(node, scope)
    }
    if (node.type === 'LabeledStatement') {
      this.text('label:')
      return this.#node(node.body, scope)
    }
    if (node.type === 'BreakStatement' || node.type === 'ContinueStatement') {
      return void this.text(`${node.type}${node.label ? ' label' : ''};`)
    }
    if (
      node.type === 'FunctionDeclaration' ||
      node.type === 'FunctionExpression' ||
      node.type === 'ArrowFunctionExpression'
    ) {
      return this.#function(node, scope)
    }
    if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') {
      const inner = node.type === 'ClassExpression' && node.id ? this.#inner(scope, [node.id.name]) : scope
      this.text('class ')
      this.#node(node.superClass, inner)
      this.text('{')
      this.#all(node.body.body, inner)
      return void this.text('}')
    }
    if (node.type === 'BlockStatement' || node.type === 'StaticBlock') {
      return this.#block(node.body, scope)
    }
    if (node.type === 'SwitchStatement') {
      this.text('switch(')
      this.#node(node.discriminant, scope)
      const inner = this.#inner(scope, lexicalNames(node.cases.flatMap(({ consequent }) => consequent)))
      this.#all(node.cases, inner)
      return void this.text(')')
    }
    if (node.type === 'ForStatement' || node.type === 'ForInStatement' || node.type === 'ForOfStatement') {
      const first = node.type === 'ForStatement' ? node.init : node.left
      const names = first?.type === 'VariableDeclaration' ? lexicalNames([first]) : []
      return this.#generic(node, names.length > 0 ? this.#inner(scope, names) : scope)
    }
    if (node.type === 'CatchClause') {
      return this.#generic(node, node.param ? this.#inner(scope, patternNames(node.param)) : scope)
    }
    return this.#generic(node, scope)
  }

  #member(node: AnyNode & { type: 'MemberExpression' }, scope: Scope | undefined): void {
    const { object, property } = node
    const member = memberOf(node)
    if (member !== undefined && object.type === 'Identifier' && !this.#isLocal(object.name, scope)) {
      const imported = this.#scope.imports.get(object.name)
      if (imported?.name === '*') return void this.ref({ from: imported.from, name: member })
    }
    this.text(node.optional ? '?.' : '.')
    this.#node(object, scope)
    if (member !== undefined) return void this.text(`${member} `)
    this.text('[')
    if (property.type === 'PrivateIdentifier') this.text(`#${property.name}`)
    else this.#node(property, scope)
    this.text(']')
  }

  #property(
    node: AnyNode & { type: 'Property' | 'MethodDefinition' | 'PropertyDefinition' },
    scope: Scope | undefined,
  ): void {
    const kind = node.type === 'PropertyDefinition' ? '' : node.kind
    const isStatic = node.type !== 'Property' && node.static
    const isMethod = node.type === 'Property' && node.method
    this.text(`${kind}${isStatic ? ' static' : ''}${isMethod ? ' method' : ''}:`)
    const key = keyOf(node)
    if (key !== undefined && !node.computed) this.text(`${key} `)
    else this.#node(node.key, scope)
    this.#node(node.value, scope)
  }

  #function(
    node: AnyNode & { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' },
    scope: Scope | undefined,
  ): void {
    const { body, params } = node
    const statements = body.type === 'BlockStatement' ? body.body : []
    const inner = this.#inner(scope, [
      ...(node.type === 'FunctionExpression' && node.id ? [node.id.name] : []),
      ...params.flatMap((parameter) => [...patternNames(parameter)]),
      ...statements.flatMap((statement) => [...hoistedNames(statement)]),
      ...lexicalNames(statements),
    ])
    const kind = node.type === 'ArrowFunctionExpression' ? '=>' : 'function'
    this.text(`${kind}${node.async ? ' async' : ''}${node.generator ? '*' : ''}(`)
    this.#all(params, inner)
    this.text('){')
    if (body.type === 'BlockStatement') this.#all(body.body, inner)
    else this.#node(body, inner)
    this.text('}')
  }

  #block(statements: readonly AnyNode[], scope: Scope | undefined): void {
    const names = lexicalNames(statements)
    this.text('{')
    this.#all(statements, names.length > 0 ? this.#inner(scope, names) : scope)
    this.text('}')
  }

  #generic(node: AnyNode, scope: Scope | undefined): void {
    this.text(`${node.type}(`)
    for (const [key, value] of Object.entries(node) as [string, unknown][]) {
      if (ignored.has(key) || value === null || value === undefined || value === false) continue
      if (Array.isArray(value)) {
        this.text('[')
        this.#all(value as (AnyNode | null)[], scope)
        this.text(']')
      } else if (typeof value === 'object') this.#node(value as AnyNode, scope)
      else this.text(`${JSON.stringify(value)} `)
    }
    this.text(')')
  }
}
