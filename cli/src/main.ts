import packageJson from '../package.json' with { type: 'json' }
import { list } from './commands/list.ts'
import { publish } from './commands/publish.ts'
import { whoami } from './commands/whoami.ts'
import type { Context } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'
import { parseCommandLine } from './flags.ts'
import { helpText } from './help.ts'
import { openTerminal } from './terminal.ts'

const commands: Record<string, (context: Context) => Promise<void>> = { publish, list, whoami }

/** Runs one command and returns the exit code. It never throws. */
export async function main(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const terminal = openTerminal(process, env)
  try {
    await run({ args: parseCommandLine(argv, env), env, terminal })
    return exitCodes.ok.code
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

async function run(context: Context): Promise<void> {
  const { args, terminal } = context
  if (args.isSet('version')) return terminal.print(packageJson.version)
  const [name] = args.positionals
  if (args.isSet('help') || name === 'help') return helpText().split('\n').forEach(terminal.print)
  if (name === undefined)
    throw new Failure('usage', 'Name a command: publish, list or whoami. See plinth --help.')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    throw new Failure('usage', `There is no command ${name}. Use publish, list or whoami; see plinth --help.`)
  }
  const key = args.value('key')
  if (key) terminal.redact(key)
  await command(context)
}

function unexpected(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return new Failure('unexpected', `Unexpected error: ${message}`, { cause: error })
}
