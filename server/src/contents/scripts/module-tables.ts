import { openParserBudget, parserOptions, ScriptParser } from './parser.ts'
import { keyOf } from './syntax.ts'
import type { AnyNode, Property } from './syntax.ts'

export type ModuleFunction = AnyNode & { type: 'FunctionExpression' | 'ArrowFunctionExpression' }

/**
 * Calls `take` for each function in the objects outside of all functions: the modules of
 * `webpackChunk.push([[ids], { id: function … }])`. Each tree is dropped at once, because those of a whole bundle may be
 * larger than the memory of the thread.
 */
export function parseModuleTables(text: string, take: (id: string, module: ModuleFunction) => void): void {
  const budget = openParserBudget()
  let depth = 0

  class TableParser extends ScriptParser {
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
      budget.renew()
    }
  }

  new TableParser(parserOptions('script', budget), text).parse()
}

const isFunction = (node: AnyNode): node is ModuleFunction =>
  node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
