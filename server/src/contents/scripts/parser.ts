import { Parser } from 'acorn'
import type { AnyNode, Options, VariableDeclarator } from 'acorn'

/** What acorn lets plugins override; its types leave it out. */
interface OpenParser {
  scopeStack: readonly unknown[]
  parse(): unknown
  parseStatement(context: string | null, isTopLevel?: boolean, ...rest: unknown[]): AnyNode
  finishNode(node: AnyNode, type: AnyNode['type']): AnyNode
  parseObj(...rest: unknown[]): unknown
  parsePropertyValue(...rest: unknown[]): void
  declareName(...rest: unknown[]): void
  checkLocalExport(...rest: unknown[]): void
}
const AcornParser = Parser as unknown as new (options: Options, text: string) => OpenParser

/**
 * Acorn without its checks for names that are declared twice or not at all: they compare every name with all others of its
 * scope, and a chunk has tens of thousands.
 */
export class ScriptParser extends AcornParser {
  override declareName(): void {}
  override checkLocalExport(): void {}
}

export const parserOptions = (sourceType: 'module' | 'script', { spend }: ParserBudget): Options => ({
  ecmaVersion: 'latest',
  sourceType,
  allowHashBang: true,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  onToken: spend,
})

/** A syntax tree takes about 100 bytes a token; minified scripts have about 400,000 tokens per megabyte. */
const maxTokens = 1_200_000

/** Milliseconds that the thread computes; a chunk of 10 MB takes half of it. */
const maxParseTime = 14_000
const tokensPerLook = 4_096

/** What parsing one script may need. */
export interface ParserBudget {
  /** Counts a token; throws a RangeError for one too many. */
  spend: () => void
  /** The tree so far is forgotten, and another one begins. */
  renew: () => void
}

export function openParserBudget(): ParserBudget {
  let tokensLeft = maxTokens
  let tokensUntilLook = tokensPerLook
  const started = threadTime()
  return {
    spend: () => {
      if (--tokensLeft < 0) throw new RangeError('the script is too large')
      if (--tokensUntilLook > 0) return
      tokensUntilLook = tokensPerLook
      if (threadTime() - started > maxParseTime) throw new RangeError('the script takes too long')
    },
    renew: () => void (tokensLeft = maxTokens),
  }
}

/** Milliseconds that this thread has computed: unlike the time of day, they do not depend on what else is running. */
export const threadTime = (): number => process.threadCpuUsage().user / 1_000

/**
 * Calls `take` for each statement of a module, in which each variable is a statement of its own: minifiers put thousands into
 * one. Each tree is dropped at once, because that of a whole chunk may be larger than the memory of the thread. Throws for
 * what is not JavaScript, and a RangeError for what is nested too deep or too large.
 */
export function parseModule(text: string, take: (statement: AnyNode) => void): void {
  const budget = openParserBudget()

  class ModuleParser extends ScriptParser {
    override parseStatement(context: string | null, isTopLevel?: boolean, ...rest: unknown[]): AnyNode {
      const statement = super.parseStatement(context, isTopLevel, ...rest)
      if (!isTopLevel) return statement
      take(statement)
      budget.renew()
      const { start, end } = statement
      return { type: 'EmptyStatement', start, end }
    }

    override finishNode(node: AnyNode, type: AnyNode['type']): AnyNode {
      const finished = super.finishNode(node, type)
      if (type === 'VariableDeclarator' && this.scopeStack.length === 1) {
        const variable = finished as VariableDeclarator
        const { start, end } = variable
        take({ type: 'VariableDeclaration', kind: 'var', declarations: [{ ...variable }], start, end })
        // The statement itself is taken too: what is left of it are the names.
        variable.init = null
        budget.renew()
      }
      return finished
    }
  }

  new ModuleParser(parserOptions('module', budget), text).parse()
}
