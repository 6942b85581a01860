/** What an operator reads while the portal starts. Only for people: with a log on standard output it stays silent. */
const isShown = process.env['PLINTH_LOG_FILE'] !== undefined

// The terminal can be closed before the portal has ended, and what reads a pipe can leave.
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

  /** One sentence on why it does not go on. */
  fail: (reason: string) => void process.stderr.write(`${reason}\n`),
}
