import { exitCodes } from './exit-codes.ts'
import { flagTable } from './flags.ts'

const columns = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

export function helpText(): string {
  const options = flagTable.map(([name, { value, short, env, description }]): [string, string] => [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    env ? `${description} (${env})` : description,
  ])
  const codes = Object.values(exitCodes).map(({ code, meaning }): [string, string] => [String(code), meaning])
  return `Usage:
  plinth publish <folder>    publish a built Storybook as a new version
  plinth publish --zip FILE  publish a zipped build
  plinth list                list the storybooks of the account
  plinth search WORDS…       find components, stories, docs and props
  plinth diff [FROM [TO]]    show what changed between two versions
  plinth status              say in the pull request how the branch stands, after a review
  plinth whoami              show the key's name, its account and what it may do

Options (in parentheses, the environment variable to use instead):
${columns(options)}

Exit codes:
${columns(codes)}

Behind a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate.`
}
