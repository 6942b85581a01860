import { folderOf, pack, readPackage } from './read-package.ts'

/** The portal's CLI, as a program in one file and as an npm package. */
export interface Cli {
  /** That of the package, and a hash of everything in it. */
  version: string
  program: Buffer
  package: Buffer
}

/** The built CLI, with the address of this portal written into it. */
export async function readCli(portal: string, folder = folderOf('cli')): Promise<Cli> {
  const built = await readPackage(folder, ['plinth.js'])
  const { id, version, packageJson } = built
  // Below the first line, which names the interpreter.
  const servedAs = `globalThis.plinthServedAs = ${JSON.stringify({ version, portal })};`
  const bundle = built.files.get('plinth.js') ?? ''
  const program = Buffer.from(bundle.replace('\n', () => `\n${servedAs}\n`))
  const { description, license, type, engines } = packageJson
  const manifest = {
    // npm runs what it once installed from an address, unless the package there has another name.
    name: `plinth-${id}`,
    version,
    description,
    license,
    type,
    bin: { plinth: 'plinth.js' },
    engines,
  }
  const files = [{ path: 'package/plinth.js', content: program, isExecutable: true }]
  return { version, program, package: pack(built, portal, manifest, files) }
}
