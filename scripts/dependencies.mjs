// `npm run dependencies`: checks the licences and known vulnerabilities of everything that is installed in production.
// With --write it writes the list of licences.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { main, root, SetupError } from './setup.mjs'

/** They allow everything this project does with the packages, and want at most that their text comes along. */
const allowedLicences = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
])
const severities = new Set(['high', 'critical'])
const list = join(root, 'docs/licences.md')

const heading = `# Licences of dependencies

Every package that is installed in production, from \`package-lock.json\`; optional ones are installed on some platforms
only. \`npm run dependencies\` fails if a licence is not among those that \`scripts/dependencies.mjs\` allows, or if this list
is out of date; \`npm run dependencies -- --write\` updates it. The web app's files come with the texts of their licences:
\`/third-party-licences.txt\` and \`/typeface-licence.txt\`. The CLI and the package for refs contain no code of others.
`

/** Names and versions by licence. */
function licencesOf({ packages }) {
  const licences = new Map()
  for (const [path, { version, license = 'unknown', dev, devOptional, link }] of Object.entries(packages)) {
    const [, name] = /.*node_modules\/(.+)$/.exec(path) ?? []
    if (name === undefined || dev || devOptional || link) continue
    const those = licences.get(license) ?? new Set()
    licences.set(license, those.add(`${name} ${version}`))
  }
  return licences
}

const byText = (one, other) => (one < other ? -1 : 1)

function format(licences) {
  const sections = [...licences].toSorted(([one], [other]) => byText(one, other))
  const texts = sections.map(([licence, names]) => {
    const items = [...names].toSorted(byText).map((name) => `- ${name}\n`)
    return `\n## ${licence}\n\n${items.join('')}`
  })
  return heading + texts.join('')
}

function checkLicences() {
  const licences = licencesOf(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const refused = [...licences].filter(([licence]) => !allowedLicences.has(licence))
  if (refused.length > 0) {
    const names = refused.flatMap(([licence, packages]) => [...packages].map((name) => `${name}: ${licence}`))
    throw new SetupError(`These licences are not among those that are allowed:\n  ${names.join('\n  ')}`)
  }
  const text = format(licences)
  if (process.argv.includes('--write')) writeFileSync(list, text)
  else if (readFileSync(list, 'utf8') !== text)
    throw new SetupError('docs/licences.md is out of date: run npm run dependencies -- --write')
}

/** Asks the registry that npm is set up with. CI may run without a network, so only an answer can fail. */
function checkVulnerabilities() {
  const flags = ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=20000']
  const npm = process.env.npm_execpath
  const [command, ...args] = npm ? [process.execPath, npm, ...flags] : ['npm', ...flags]
  const { stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  const { vulnerabilities, message } = parse(stdout)
  if (vulnerabilities === undefined) {
    console.error(
      `\n  WARNING: dependencies were NOT checked for known vulnerabilities: the registry did not answer.\n  ${message ?? ''}\n`,
    )
    return
  }
  const severe = Object.values(vulnerabilities).filter(({ severity }) => severities.has(severity))
  if (severe.length === 0) return
  const lines = severe.map(({ name, severity }) => `${name}: ${severity}`)
  throw new SetupError(
    `Dependencies have known vulnerabilities; npm audit tells more:\n  ${lines.join('\n  ')}`,
  )
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

await main(async () => {
  checkLicences()
  checkVulnerabilities()
})
