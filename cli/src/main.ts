import packageJson from '../package.json' with { type: 'json' }
import { exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'
import { readCommandLine } from './flags.ts'
import type { CommandLine } from './flags.ts'
import { helpText } from './help.ts'
import { list } from './list.ts'
import { publish } from './publish.ts'
import { openTerminal } from './terminal.ts'
import type { Terminal } from './terminal.ts'
import { whoami } from './whoami.ts'

export interface Context {
  line: CommandLine
  env: NodeJS.ProcessEnv
  terminal: Terminal
}

const commands: Record<string, (context: Context) => Promise<void>> = { publish, list, whoami }

/** Runs one command and gives the exit code; nothing that goes wrong leaves it as an exception. */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const terminal = openTerminal(process, env)
  try {
    await run(readCommandLine(args, env), env, terminal)
    return exitCodes.ok.code
  } catch (error) {
    const failure = error instanceof Failure ? error : unexpected(error)
    const { code } = exitCodes[failure.reason]
    terminal.say(failure.message)
    if (args.includes('--json')) {
      terminal.result(JSON.stringify({ error: { exitCode: code, message: failure.message } }))
    }
    return code
  }
}

async function run(line: CommandLine, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  if (line.isOn('version')) return terminal.result(packageJson.version)
  const [name] = line.words
  if (line.isOn('help') || name === 'help') return helpText().split('\n').forEach(terminal.result)
  if (name === undefined)
    throw new Failure('usage', 'Say what to do: publish, list or whoami. See plinth --help.')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    throw new Failure(
      'usage',
      `There is no command ${name}, only publish, list and whoami. See plinth --help.`,
    )
  }
  const key = line.text('key')
  if (key) terminal.hide(key)
  await command({ line, env, terminal })
}

function unexpected(error: unknown): Failure {
  const what = error instanceof Error ? error.message : String(error)
  return new Failure('unexpected', `Something unexpected happened: ${what}`, { cause: error })
}
