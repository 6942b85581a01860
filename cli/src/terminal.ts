import type { WriteStream } from 'node:tty'

/** Results go to standard output and messages to standard error, so that scripts can read one without the other. */
export interface Terminal {
  /** Writes a line to standard output. */
  print: (line: string) => void
  /** Writes a line to standard error. */
  log: (line: string) => void
  /** Writes a command for the agent that runs the pipeline, which reads both. */
  command: (line: string, stream: 'stdout' | 'stderr') => void
  /** Overwrites the current line of standard error; does nothing unless `isInteractive`. */
  redraw: (line: string) => void
  isInteractive: boolean
  columns: number
  /** From now on, replaces this text with asterisks in everything that is written. */
  redact: (secret: string) => void
}

type Output = Pick<WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>

export function openTerminal(
  { stdout, stderr }: { stdout: Output; stderr: Output },
  env: NodeJS.ProcessEnv,
): Terminal {
  const secrets: string[] = []
  const redact = (text: string) => {
    const redacted = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
    // Titles and messages from the portal must not control the terminal.
    return redacted.replaceAll(/plk_[A-Za-z0-9]+/g, 'plk_***').replaceAll(/[\p{Cc}]/gu, ' ')
  }
  // Nor the pipeline: agents take `##vso[…]` and `##[…]` for commands wherever they are, and `::…` where a line begins.
  const clean = (text: string) =>
    redact(text)
      .replaceAll(/##(?=\w*\[)/g, '# #')
      .replace(/^\s*:(?=:)/, '$& ')
  const isInteractive = stderr.isTTY === true && !env['CI'] && env['TERM'] !== 'dumb'
  return {
    print: (line) => void stdout.write(`${clean(line)}\n`),
    log: (line) => void stderr.write(`${isInteractive ? '\r\u001B[K' : ''}${clean(line)}\n`),
    command: (line, stream) => void { stdout, stderr }[stream].write(`${redact(line)}\n`),
    redraw: (line) => void (isInteractive && stderr.write(`\r\u001B[K${clean(line)}`)),
    isInteractive,
    columns: stderr.columns ?? 80,
    redact: (secret) => void (secret.length >= 4 && secrets.push(secret)),
  }
}
