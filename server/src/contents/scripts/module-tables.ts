import { Parser } from 'acorn'
import type { Options } from 'acorn'

import { keyOf, openParserBudget, parserOptions, threadTime } from './syntax.ts'
import type { AnyNode, Property } from './syntax.ts'

export type ModuleFunction = AnyNode & { type: 'FunctionExpression' | 'ArrowFunctionExpression' }

/** What acorn lets plugins override; its types leave it out. */
interface OpenParser {
  scopeStack: readonly unknown[]
  parse(): unknown
  parseObj(...rest: unknown[]): unknown
  parsePropertyValue(property: Property, ...rest: unknown[]): void
}
const AcornParser = Parser as unknown as new (options: Options, text: string) => OpenParser

/** Each module has a budget of its own, so the bundle needs one too. */
const maxBundleTime = 8_000

/**
 * Calls `take` for each function in the objects outside of all functions: the modules of
 * `webpackChunk.push([[ids], { id: function … }])`. Each tree is dropped at once, because those of a whole bundle may be
 * larger than the memory of the thread.
 */
export function parseModuleTables(text: string, take: (id: string, module: ModuleFunction) => void): void {
  const budget = openParserBudget()
  const started = threadTime()
  let depth = 0

  class TableParser extends AcornParser {
    override parseObj(...rest: unknown[]): unknown {
      depth++
      const object = super.parseObj(...rest)
      depth--
      return object
    }

    override parsePropertyValue(property: Property, ...rest: unknown[]): void {
      super.parsePropertyValue(property, ...rest)
      const { key, value } = property
      const isInTable = depth === 1 && this.scopeStack.length === 1
      const id = keyOf({ ...property, type: 'Property' })
      if (!isInTable || !isFunction(value) || id === undefined) return
      take(id, value)
      property.value = key
      if (threadTime() - started > maxBundleTime) throw new RangeError('the bundle takes too long')
      budget.renew()
    }
  }

  new TableParser(parserOptions('script', budget), text).parse()
}

const isFunction = (node: AnyNode): node is ModuleFunction =>
  node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
