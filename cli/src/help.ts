import { exitCodes } from './exit-codes.ts'
import { flagTable } from './flags.ts'

const columns = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

export function helpText(): string {
  const options = flagTable.map(([name, { value, short, env, about }]): [string, string] => [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    env ? `${about} (${env})` : about,
  ])
  const codes = Object.values(exitCodes).map(({ code, meaning }): [string, string] => [String(code), meaning])
  return `Usage:
  plinth publish <folder>    publish a built Storybook as a new version
  plinth publish --zip FILE  the same from a zip
  plinth list                the storybooks of the account
  plinth whoami              whose key this is

Options (and the environment variable that stands for each):
${columns(options)}

Exit codes:
${columns(codes)}

Behind a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate.`
}
