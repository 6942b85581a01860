import { diff } from './commands/diff.ts'
import { list } from './commands/list.ts'
import { publish } from './commands/publish.ts'
import { search } from './commands/search.ts'
import { status } from './commands/status.ts'
import { whoami } from './commands/whoami.ts'
import type { Context } from './context.ts'
import { didYouMean } from './did-you-mean.ts'
import { exitCodes } from './exit-codes.ts'
import type { ExitReason } from './exit-codes.ts'
import { Failure } from './failure.ts'
import { parseCommandLine } from './flags.ts'
import { helpText } from './help.ts'
import type { CommandName } from './help.ts'
import { version } from './served-as.ts'
import { openTerminal } from './terminal.ts'
import type { Terminal } from './terminal.ts'

type Command = (context: Context) => Promise<ExitReason | void>

const commands: Record<CommandName, Command> = { publish, list, search, diff, status, whoami }
const commandNames = Object.keys(commands)

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

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
  const [first, second] = args.positionals
  const asksForHelp = args.isSet('help') || first === 'help'
  const name = first === 'help' ? second : first
  if (name === undefined) {
    if (asksForHelp) return showHelp(terminal)
    throw new Failure('usage', `Name a command: ${commandNames.join(', ')}. See plinth --help.`)
  }
  if (!isCommand(name)) {
    const guess = didYouMean(name, commandNames) || ` Use one of ${commandNames.join(', ')}.`
    throw new Failure('usage', `There is no command ${name}.${guess} See plinth --help.`)
  }
  if (asksForHelp) return showHelp(terminal, name)
  const key = args.value('key')
  if (key) terminal.redact(key)
  return commands[name](context)
}

const showHelp = (terminal: Terminal, command?: CommandName) =>
  helpText(command).split('\n').forEach(terminal.print)

function unexpected(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return new Failure('unexpected', `Unexpected error: ${message}`, { cause: error })
}
