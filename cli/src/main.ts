import { diff } from './commands/diff.ts'
import { list } from './commands/list.ts'
import { publish } from './commands/publish.ts'
import { search } from './commands/search.ts'
import { status } from './commands/status.ts'
import { whoami } from './commands/whoami.ts'
import type { Context } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import type { ExitReason } from './exit-codes.ts'
import { Failure } from './failure.ts'
import { parseCommandLine } from './flags.ts'
import { helpText } from './help.ts'
import { version } from './served-as.ts'
import { openTerminal } from './terminal.ts'

type Command = (context: Context) => Promise<ExitReason | void>

const commands: Record<string, Command> = { publish, list, search, diff, status, whoami }
const commandNames = Object.keys(commands).join(', ')

/** Runs one command and returns the exit code. It never throws. */
export async function main(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const terminal = openTerminal(process, env)
  try {
    const reason = await run({ args: parseCommandLine(argv, env), env, terminal })
    return exitCodes[reason ?? 'ok'].code
  } catch (error) {
    const failure = error instanceof Failure ? error : unexpected(error)
    const { code } = exitCodes[failure.reason]
    terminal.log(failure.message)
    if (argv.includes('--json')) {
      terminal.print(JSON.stringify({ error: { exitCode: code, message: failure.message } }))
    }
    return code
  }
}

async function run(context: Context): Promise<ExitReason | void> {
  const { args, terminal } = context
  if (args.isSet('version')) return terminal.print(version)
  const [name] = args.positionals
  if (args.isSet('help') || name === 'help') return helpText().split('\n').forEach(terminal.print)
  if (name === undefined) throw new Failure('usage', `Name a command: ${commandNames}. See plinth --help.`)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    throw new Failure('usage', `There is no command ${name}. Use one of ${commandNames}; see plinth --help.`)
  }
  const key = args.value('key')
  if (key) terminal.redact(key)
  return command(context)
}

function unexpected(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return new Failure('unexpected', `Unexpected error: ${message}`, { cause: error })
}
