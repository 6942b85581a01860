import type { Command } from './commands.ts'

export function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`)
  return `plinth-admin <command> [options]

${rows.join('\n')}

Settings are those of the portal, from the environment. All commands work while portals run.
plinth-admin <command> --help says more. Exit codes: 0 all is well, 1 something was found or failed, 2 the command line cannot be understood.`
}

export function helpOf({ name, about, details, options }: Command): string {
  const rows = Object.entries(options).map(([option, { type, placeholder, about: does }]) => {
    const shown = type === 'boolean' ? `--${option}` : `--${option} <${placeholder}>`
    return `  ${shown.padEnd(24)} ${does}`
  })
  return [`plinth-admin ${name}: ${about}`, '', ...details, ...(rows.length > 0 ? ['', ...rows] : [])].join(
    '\n',
  )
}
