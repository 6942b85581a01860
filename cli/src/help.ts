import { exitCodes } from './exit-codes.ts'
import { flags, flagTable } from './flags.ts'
import type { Flag, FlagName } from './flags.ts'

interface CommandHelp {
  /** Each way to call it, and what that does. */
  usage: [string, string][]
  /** Beside those of all commands. */
  options: FlagName[]
  notes?: string
}

const forAllCommands: FlagName[] = ['url', 'key', 'account', 'json', 'quiet', 'help', 'version']

const commandHelp = {
  publish: {
    usage: [
      ['publish <folder>', 'publish a built Storybook as a new version'],
      ['publish --zip FILE', 'publish a zipped build'],
    ],
    options: [
      'storybook',
      'create',
      'zip',
      'site',
      'strict',
      'message',
      'branch',
      'commit',
      'release',
      'build-url',
      'no-comment',
      'pictures-wait',
      'dotenv',
    ],
    notes: `In a git checkout, the portal is told what the build is based on, and compares it with the newest version of the main
branch, or of the target of the pull request, that it contains. In a shallow checkout it may be the newest one instead.`,
  },
  list: { usage: [['list', 'list the storybooks of the account']], options: [] },
  search: {
    usage: [['search WORDS…', 'find components, stories, docs and props']],
    options: ['storybook', 'kind', 'tag'],
  },
  diff: {
    usage: [['diff [FROM [TO]]', 'show what changed between two versions']],
    options: ['storybook', 'branch', 'exit-code'],
    notes: `FROM and TO are ids or their beginnings, branches, releases, or commits. Without FROM, a version is compared with what it
is based on; without TO, it is the newest version, or with --branch the newest of that branch.`,
  },
  status: {
    usage: [['status', 'say in the pull request how its commit stands, after a review']],
    options: ['storybook', 'branch', 'commit', 'no-comment', 'pictures-wait'],
  },
  whoami: { usage: [['whoami', "show the key's name, its account and what it may do"]], options: [] },
} satisfies Record<string, CommandHelp>

export type CommandName = keyof typeof commandHelp

const columns = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

const usageOf = ({ usage }: CommandHelp): [string, string][] =>
  usage.map(([call, meaning]) => [`plinth ${call}`, meaning])

const optionLine = ([name, { value, short, env, description }]: [string, Flag]): [string, string] => [
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
  env ? `${description} (${env})` : description,
]

const optionsTitle = 'Options (in parentheses, the environment variable to use instead):'

/** The help of one command, or of all. */
export function helpText(command?: CommandName): string {
  if (command) {
    const help: CommandHelp = commandHelp[command]
    const named = [...help.options, ...forAllCommands].map((name): [string, Flag] => [name, flags[name]])
    return [
      `Usage:\n${columns(usageOf(help))}`,
      ...(help.notes ? [help.notes] : []),
      `${optionsTitle}\n${columns(named.map(optionLine))}`,
    ].join('\n\n')
  }
  const codes = Object.values(exitCodes).map(({ code, meaning }): [string, string] => [String(code), meaning])
  return `Usage:
${columns(Object.values(commandHelp).flatMap(usageOf))}

plinth COMMAND --help shows the options of one command.

${optionsTitle}
${columns(flagTable.map(optionLine))}

Exit codes:
${columns(codes)}

Behind a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate.`
}
