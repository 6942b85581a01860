/** Output for the operator while the portal starts. Silent if the log goes to standard output. */
const isShown = process.env['PLINTH_LOG_FILE'] !== undefined

// The terminal, or the reader of a pipe, may be gone before the portal has stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

function write(text: string) {
  if (isShown) process.stdout.write(text)
}

export const terminal = {
  step: (step: string) => write(`  ${step} …\n`),

  ready: (headline: string, rows: string[][]) => {
    const lines = rows.map(([label = '', value = '']) => `  ${label.padEnd(12)} ${value}`)
    write(`\n  ${headline}\n\n${lines.join('\n')}\n\n`)
  },

  fail: (reason: string) => void process.stderr.write(`${reason}\n`),
}
