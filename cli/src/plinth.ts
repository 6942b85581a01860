#!/usr/bin/env node
import { main } from './main.ts'

// A reader may close the pipe early: `plinth list | head -1` must not fail.
process.stdout.on('error', () => {})

// Not process.exit(), which would lose output that is still on its way to a pipe.
process.exitCode = await main(process.argv.slice(2), process.env)
