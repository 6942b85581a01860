import type { WriteStream } from 'node:tty'

/** Results go to standard output, everything for people to standard error: a script can take the one without the other. */
export interface Terminal {
  result: (line: string) => void
  say: (line: string) => void
  /** Overwrites the current line; only where `isInteractive`. */
  redraw: (line: string) => void
  isInteractive: boolean
  columns: number
  /** From here on, this text is not shown wherever it may turn up. */
  hide: (secret: string) => void
}

type Output = Pick<WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>

export function openTerminal(
  { stdout, stderr }: { stdout: Output; stderr: Output },
  env: NodeJS.ProcessEnv,
): Terminal {
  const secrets: string[] = []
  const clean = (text: string) => {
    const hidden = secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
    // A title or sentence from elsewhere must not steer the terminal.
    return hidden.replaceAll(/plk_[A-Za-z0-9]+/g, 'plk_***').replaceAll(/[\p{Cc}]/gu, ' ')
  }
  const isInteractive = stderr.isTTY === true && !env['CI'] && env['TERM'] !== 'dumb'
  return {
    result: (line) => void stdout.write(`${clean(line)}\n`),
    say: (line) => void stderr.write(`${isInteractive ? '\r\u001B[K' : ''}${clean(line)}\n`),
    redraw: (line) => void (isInteractive && stderr.write(`\r\u001B[K${clean(line)}`)),
    isInteractive,
    columns: stderr.columns ?? 80,
    hide: (secret) => void (secret.length >= 4 && secrets.push(secret)),
  }
}
