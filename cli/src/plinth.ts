#!/usr/bin/env node
import { main } from './main.ts'

// Not process.exit(): what is still to be written to a pipe would be lost.
process.exitCode = await main(process.argv.slice(2), process.env)
