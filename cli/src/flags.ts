import { parseArgs } from 'node:util'

import { didYouMean } from './did-you-mean.ts'
import { Failure } from './failure.ts'

export interface Flag {
  /** The placeholder for the value in the help; a flag without one is a switch. */
  value?: string
  short?: string
  env?: string
  description: string
}

/** All options. The parser, the help and the README follow this table. */
export const flags = {
  url: {
    value: 'ADDRESS',
    env: 'PLINTH_URL',
    description: 'address of the portal; by default the one this program was downloaded from',
  },
  key: { value: 'KEY', env: 'PLINTH_API_KEY', description: 'API key; safer in the environment' },
  account: {
    value: 'ID',
    env: 'PLINTH_ACCOUNT',
    description: 'public id of the account; by default the account of the key',
  },
  storybook: {
    value: 'ID|TITLE',
    env: 'PLINTH_STORYBOOK',
    description: 'storybook, by public id or exact title',
  },
  create: { description: 'create the storybook if none has this title' },
  zip: { value: 'FILE', description: 'upload this zip instead of a folder' },
  site: { description: 'publish a static site that is not a Storybook (no iframe.html)' },
  strict: { description: 'refuse a build that lacks files its pages load, instead of warning' },
  message: { value: 'TEXT', description: 'what is new; by default the subject of the commit' },
  branch: {
    value: 'NAME',
    description: 'branch, instead of the detected one; with diff, the one to compare',
  },
  commit: { value: 'SHA', description: 'commit, instead of the detected one' },
  release: { value: 'NAME', description: 'name this version as a release, such as v2.3.0' },
  'build-url': { value: 'ADDRESS', description: 'link to the build, instead of the detected one' },
  'no-comment': { description: 'do not comment in the pull request, and set no status' },
  'pictures-wait': {
    value: 'SECONDS',
    env: 'PLINTH_PICTURES_WAIT',
    description:
      'how long to wait for pictures of what changed; by default 120 in pull requests, otherwise 30',
  },
  dotenv: { value: 'FILE', description: 'write PLINTH_VERSION and PLINTH_VERSION_URL to this file' },
  kind: { value: 'KIND', description: 'search only storybook, component, story, docs or prop' },
  tag: { value: 'TAG', description: 'search only what has this tag' },
  'exit-code': { description: 'end diff with exit code 8 if something changed' },
  json: { description: 'print one JSON object on standard output' },
  quiet: { short: 'q', description: 'print only the result or the error, no progress' },
  help: { short: 'h', description: 'show the help, or that of a command' },
  version: { short: 'v', description: 'show the version of this program' },
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof flags
type SwitchName = { [N in FlagName]: (typeof flags)[N] extends { value: string } ? never : N }[FlagName]

export interface ParsedArgs {
  positionals: string[]
  /** The value of a flag, or of its variable. An empty value counts as absent: pipelines pass missing secrets as empty strings. */
  value: (name: Exclude<FlagName, SwitchName>) => string | undefined
  isSet: (name: SwitchName) => boolean
}

export const flagTable = Object.entries(flags) as [FlagName, Flag][]

export function parseCommandLine(argv: string[], env: NodeJS.ProcessEnv): ParsedArgs {
  const { values, positionals } = parse(argv)
  return {
    positionals,
    value: (name) => {
      const { env: variable }: Flag = flags[name]
      return nonEmpty(values[name]) ?? (variable === undefined ? undefined : nonEmpty(env[variable]))
    },
    isSet: (name) => values[name] === true,
  }
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function parse(argv: string[]): { values: Record<string, unknown>; positionals: string[] } {
  const options = Object.fromEntries(
    flagTable.map(([name, { value, short }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), ...(short && { short }) },
    ]),
  )
  try {
    return parseArgs({ args: argv, options, allowPositionals: true })
  } catch (error) {
    const unknown = /^Unknown option '(--?)([^'=]*)/.exec((error as Error).message)
    if (unknown) {
      const [, dashes = '', name = ''] = unknown
      const names = flagTable.map(([flag]) => flag)
      throw new Failure(
        'usage',
        `There is no option ${dashes}${name}.${didYouMean(name, names, (flag) => `--${flag}`)} See plinth --help.`,
      )
    }
    // Node appends long advice on `--`, which does not apply here.
    const [sentence = ''] = (error as Error).message.split(/\. |\n/)
    throw new Failure('usage', `${sentence}. See plinth --help.`)
  }
}
