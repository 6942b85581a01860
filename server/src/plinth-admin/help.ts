import type { Command } from './commands.ts'

export function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`)
  return `plinth-admin <command> [options]

${rows.join('\n')}

Commands read the portal's settings from the environment, and can run while portals are running.
plinth-admin <command> --help shows its options. Exit codes: 0 success, 1 findings or failure, 2 invalid command line.`
}

export function helpOf({ name, about, details, options }: Command): string {
  const rows = Object.entries(options).map(([option, { type, placeholder, about: optionAbout }]) => {
    const shown = type === 'boolean' ? `--${option}` : `--${option} <${placeholder}>`
    return `  ${shown.padEnd(24)} ${optionAbout}`
  })
  return [`plinth-admin ${name}: ${about}`, '', ...details, ...(rows.length > 0 ? ['', ...rows] : [])].join(
    '\n',
  )
}
