#!/usr/bin/env node
// `plinth-admin <command>`, from a clone `npm run -s admin -- <command>`: what an operator does beside the portal.
import { parseArgs } from 'node:util'

import { isBlobStoreFailure } from '../blobs/blob-store.ts'
import { createPrivateFiles } from '../operations/private-files.ts'
import { AddressError } from '../settings/blob-address.ts'
import { readConfig } from '../settings/config.ts'
import { StartupError } from '../shared/startup-error.ts'
import { commands } from './commands.ts'
import { helpOf, overview } from './help.ts'
import { Misuse } from './misuse.ts'
import { say } from './say.ts'
import { sayingOfSystemError } from './system-errors.ts'

const misused = 2

createPrivateFiles()
process.exitCode = await run(process.argv.slice(2))

/** 0 when all is well, 1 when something was found or failed, 2 when the command line cannot be understood. */
async function run([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    say(overview(commands))
    return name === undefined ? misused : 0
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) return misuse(`There is no command ${JSON.stringify(name)}.`, overview(commands))
  try {
    const options = { ...command.options, help: { type: 'boolean' } } as const
    const { values } = parseArgs({ args, options, allowPositionals: false })
    if (values.help) {
      say(helpOf(command))
      return 0
    }
    return await command.run(readConfig(process.env), values)
  } catch (error) {
    return failed(error, helpOf(command))
  }
}

function failed(error: unknown, help: string): number {
  const { code } = error as NodeJS.ErrnoException
  if (code?.startsWith('ERR_PARSE_ARGS')) return misuse((error as Error).message, help)
  if (error instanceof AddressError) return misuse(`An address is not valid: ${error.message}.`, help)
  if (error instanceof Misuse) return misuse(error.message, help)
  if (error instanceof StartupError) return fail(error.message)
  if (isBlobStoreFailure(error)) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return fail(`${error.message}${cause}`)
  }
  if (isConnectionLost(error)) {
    return fail(`The database has gone away (${(error as Error).message}): run the command again.`)
  }
  const saying = sayingOfSystemError(error)
  if (saying !== undefined) return fail(saying)
  throw error
}

/** What the server says when it ends, and what the driver and the network say when it is gone. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message } = error as NodeJS.ErrnoException
  return (
    /^(?:57P0[123]|ECONN|ETIMEDOUT|EPIPE)/.test(code ?? '') || message.startsWith('Connection terminated')
  )
}

function misuse(message: string, help: string): number {
  process.stderr.write(`${message}\n\n${help}\n`)
  return misused
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`)
  return 1
}
