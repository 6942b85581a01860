#!/usr/bin/env node
import { main } from './main.ts'

// Whoever reads may stop reading: `plinth list | head -1` is no failure.
process.stdout.on('error', () => {})

// Not process.exit(): what is still to be written to a pipe would be lost.
process.exitCode = await main(process.argv.slice(2), process.env)
