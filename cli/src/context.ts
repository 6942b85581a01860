import type { ParsedArgs } from './flags.ts'
import type { Terminal } from './terminal.ts'

/** What every command is given. */
export interface Context {
  args: ParsedArgs
  env: NodeJS.ProcessEnv
  terminal: Terminal
}
