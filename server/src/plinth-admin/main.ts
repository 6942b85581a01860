#!/usr/bin/env node
// `plinth-admin <command>`, from a clone `npm run -s admin -- <command>`: the operator's commands.
import { createPrivateFiles } from '../operations/private-files.ts'
import { runCommand } from './run-command.ts'

createPrivateFiles()
process.exitCode = await runCommand(process.argv.slice(2), process.env)
