import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { StartupError } from '../../shared/startup-error.ts'
import { tarball } from './tarball.ts'

const cliFolder = fileURLToPath(new URL('../../../../cli', import.meta.url))

/** The portal's CLI, as a program in one file and as an npm package. */
export interface Cli {
  /** That of the package, and a hash of everything in it. */
  version: string
  program: Buffer
  package: Buffer
}

interface PackageJson {
  version: string
  description: string
  license: string
  engines: Record<string, string>
}

/** The built CLI, with the address of this portal written into it. */
export async function readCli(portal: string, folder = cliFolder): Promise<Cli> {
  const { bundle, packageJson, readme, license } = await readSources(folder)
  const hash = createHash('sha256')
  for (const source of [bundle, packageJson, readme, license]) hash.update(source).update('\0')
  const id = hash.digest('hex').slice(0, 8)

  const facts = JSON.parse(packageJson) as PackageJson
  const version = `${facts.version}+${id}`
  // Below the first line, which names the interpreter.
  const servedAs = `globalThis.plinthServedAs = ${JSON.stringify({ version, portal })};`
  const program = Buffer.from(bundle.replace('\n', () => `\n${servedAs}\n`))
  const manifest = {
    // npm runs what it once installed from an address, unless the package there has another name.
    name: `plinth-${id}`,
    version,
    description: facts.description,
    license: facts.license,
    type: 'module',
    bin: { plinth: 'plinth.js' },
    engines: facts.engines,
  }
  return {
    version,
    program,
    package: tarball([
      { path: 'package/package.json', content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
      { path: 'package/plinth.js', content: program, isExecutable: true },
      {
        path: 'package/README.md',
        content: Buffer.from(readme.replaceAll('https://plinth.example', portal)),
      },
      { path: 'package/LICENSE', content: Buffer.from(license) },
    ]),
  }
}

async function readSources(folder: string) {
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  try {
    const [bundle, packageJson, readme, license] = await Promise.all([
      read('dist/plinth.js'),
      read('package.json'),
      read('README.md'),
      read('LICENSE'),
    ])
    return { bundle, packageJson, readme, license }
  } catch (cause) {
    throw new StartupError('The CLI is not built. Run `npm start`, or `npm run build` first.', { cause })
  }
}
