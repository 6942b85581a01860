import { parseArgs } from 'node:util'

import { Failure } from './failure.ts'

interface Flag {
  /** What stands for the value in the help; a flag without one is a switch. */
  value?: string
  short?: string
  env?: string
  about: string
}

/** Every option there is; parsing, help and the README follow this table. */
export const flags = {
  url: {
    value: 'ADDRESS',
    env: 'PLINTH_URL',
    about: 'address of the portal, such as https://plinth.example',
  },
  key: { value: 'KEY', env: 'PLINTH_API_KEY', about: 'API key; better given by the environment' },
  account: { value: 'ID', env: 'PLINTH_ACCOUNT', about: 'public id of the account; the key knows it' },
  storybook: { value: 'ID|TITLE', env: 'PLINTH_STORYBOOK', about: 'storybook, by public id or exact title' },
  create: { about: 'create the storybook if no storybook has this title' },
  zip: { value: 'FILE', about: 'send this zip instead of a folder' },
  site: { about: 'publish a static site that is no Storybook (no iframe.html)' },
  message: { value: 'TEXT', about: 'what is new; by default the subject of the commit' },
  branch: { value: 'NAME', about: 'branch, if it is not to be detected' },
  commit: { value: 'SHA', about: 'commit, if it is not to be detected' },
  'build-url': { value: 'ADDRESS', about: 'link to the build, if it is not to be detected' },
  dotenv: { value: 'FILE', about: 'write PLINTH_VERSION and PLINTH_VERSION_URL to this file' },
  json: { about: 'one JSON object on standard output' },
  quiet: { short: 'q', about: 'no progress; only the result, or what went wrong' },
  help: { short: 'h', about: 'this text' },
  version: { short: 'v', about: 'the version of this program' },
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof flags
type SwitchName = { [N in FlagName]: (typeof flags)[N] extends { value: string } ? never : N }[FlagName]

export interface CommandLine {
  words: string[]
  /** The value of a flag, or of its variable; empty means not given, as pipelines pass absent secrets. */
  text: (name: Exclude<FlagName, SwitchName>) => string | undefined
  isOn: (name: SwitchName) => boolean
}

export const flagTable = Object.entries(flags) as [FlagName, Flag][]

export function readCommandLine(args: string[], env: NodeJS.ProcessEnv): CommandLine {
  const { values, positionals } = parse(args)
  return {
    words: positionals,
    text: (name) => {
      const { env: variable }: Flag = flags[name]
      return present(values[name]) ?? (variable === undefined ? undefined : present(env[variable]))
    },
    isOn: (name) => values[name] === true,
  }
}

function present(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function parse(args: string[]): { values: Record<string, unknown>; positionals: string[] } {
  const options = Object.fromEntries(
    flagTable.map(([name, { value, short }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), ...(short && { short }) },
    ]),
  )
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // Node's own advice on `--` is long, and wrong here.
    const [sentence = ''] = (error as Error).message.split(/\. |\n/)
    throw new Failure('usage', `${sentence}. See plinth --help.`)
  }
}
