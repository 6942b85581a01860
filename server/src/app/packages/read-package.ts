import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { StartupError } from '../../shared/startup-error.ts'
import { tarball } from './tarball.ts'
import type { PackedFile } from './tarball.ts'

/** Stands for the portal in what is built and in READMEs. */
const exampleAddress = 'https://plinth.example'

/** A package of this project that is built for npm, as it is on the disk. */
export interface BuiltPackage {
  /** Of all files. */
  id: string
  /** That of the package, and the id. */
  version: string
  packageJson: PackageJson
  /** The built files, by name. */
  files: Map<string, string>
  readme: string
  license: string
}

interface PackageJson {
  name: string
  version: string
  description: string
  license: string
  type: string
  main?: string
  types?: string
  exports?: unknown
  engines: Record<string, string>
}

export async function readPackage(folder: string, names: readonly string[]): Promise<BuiltPackage> {
  const [packageText, readme, license, ...built] = await readAll(folder, [
    'package.json',
    'README.md',
    'LICENSE',
    ...names.map((name) => `dist/${name}`),
  ])
  const hash = createHash('sha256')
  for (const source of [packageText, readme, license, ...built]) hash.update(source).update('\0')
  const id = hash.digest('hex').slice(0, 8)
  const packageJson = JSON.parse(packageText) as PackageJson
  const files = new Map(names.map((name, index) => [name, built[index] ?? '']))
  return { id, version: `${packageJson.version}+${id}`, packageJson, files, readme, license }
}

type Texts = [packageJson: string, readme: string, license: string, ...built: string[]]

async function readAll(folder: string, names: readonly string[]): Promise<Texts> {
  try {
    return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))) as Texts
  } catch (cause) {
    throw new StartupError(
      `The package in ${folder} is not built. Run \`npm start\`, or \`npm run build\` first.`,
      { cause },
    )
  }
}

/** The folder of a package of this project. */
export const folderOf = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url))

/** The tarball that npm installs: README and licence are added to the files. */
export function pack(
  { readme, license }: BuiltPackage,
  portal: string,
  manifest: object,
  files: readonly PackedFile[],
): Buffer {
  return tarball([
    textFile('package/package.json', `${JSON.stringify(manifest, null, 2)}\n`),
    ...files,
    textFile('package/README.md', withAddress(readme, portal)),
    textFile('package/LICENSE', license),
  ])
}

export const textFile = (path: string, text: string): PackedFile => ({ path, content: Buffer.from(text) })

export const withAddress = (text: string, portal: string) => text.replaceAll(exampleAddress, portal)
