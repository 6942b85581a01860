/** The shells that commands are shown for. */
export const shells = ['bash', 'powershell'] as const
export type ShellName = (typeof shells)[number]

interface Shell {
  /** Joins the parts of one command, each on a line of its own. */
  join: (parts: string[]) => string
  /** A text as one argument, whatever is in it. */
  quote: (text: string) => string
  /** A command that finds a secret in its environment, and not in its arguments, which others can see. */
  withVariable: (name: string, value: string, command: string) => string
  /** In a text with double quotes. */
  variable: (name: string) => string
  /** Windows PowerShell has a command of its own that is called curl. */
  curl: string
}

export const shellOf: Record<ShellName, Shell> = {
  bash: {
    join: (parts) => parts.join(' \\\n  '),
    quote: (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`,
    withVariable: (name, value, command) => `${name}=${value} ${command}`,
    variable: (name) => `$${name}`,
    curl: 'curl',
  },
  powershell: {
    join: (parts) => parts.join(' `\n  '),
    quote: (text) => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`,
    withVariable: (name, value, command) => `$env:${name} = '${value}'\n${command}`,
    variable: (name) => `$env:${name}`,
    curl: 'curl.exe',
  },
}
