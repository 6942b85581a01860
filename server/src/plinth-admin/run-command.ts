import { parseArgs } from 'node:util'

import { isBlobStoreFailure } from '../blobs/blob-store.ts'
import { AddressError } from '../settings/blob-address.ts'
import { readConfig } from '../settings/config.ts'
import { StartupError } from '../shared/startup-error.ts'
import { commands } from './commands.ts'
import { helpOf, overview } from './help.ts'
import { print } from './output.ts'
import { describeSystemError } from './system-errors.ts'
import { UsageError } from './usage-error.ts'

const usageErrorCode = 2

/** Resolves with the exit code: 0 success, 1 findings or failure, 2 invalid command line. */
export async function runCommand(
  [name, ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    print(overview(commands))
    return name === undefined ? usageErrorCode : 0
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) return failUsage(`There is no command ${JSON.stringify(name)}.`, overview(commands))
  try {
    const options = { ...command.options, help: { type: 'boolean' } } as const
    const { values } = parseArgs({ args, options, allowPositionals: false })
    if (values.help) {
      print(helpOf(command))
      return 0
    }
    return await command.run(readConfig(env), values)
  } catch (error) {
    return report(error, helpOf(command))
  }
}

function report(error: unknown, help: string): number {
  const { code } = error as NodeJS.ErrnoException
  if (code?.startsWith('ERR_PARSE_ARGS')) return failUsage((error as Error).message, help)
  if (error instanceof AddressError) return failUsage(`An address is not valid: ${error.message}.`, help)
  if (error instanceof UsageError) return failUsage(error.message, help)
  if (error instanceof StartupError) return fail(error.message)
  if (isBlobStoreFailure(error)) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return fail(`${error.message}${cause}`)
  }
  if (isConnectionLost(error)) {
    return fail(`Lost the connection to the database (${(error as Error).message}): run the command again.`)
  }
  const description = describeSystemError(error)
  if (description !== undefined) return fail(description)
  throw error
}

/** Errors of a server that shuts down, and of the driver and the network when it is gone. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message } = error as NodeJS.ErrnoException
  return (
    /^(?:57P0[123]|ECONN|ETIMEDOUT|EPIPE)/.test(code ?? '') || message.startsWith('Connection terminated')
  )
}

function failUsage(message: string, help: string): number {
  process.stderr.write(`${message}\n\n${help}\n`)
  return usageErrorCode
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`)
  return 1
}
